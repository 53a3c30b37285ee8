import type { Problem } from "../../contracts/problem.ts";
import { exit, type ExitCode, flag, type Invocation } from "../command.ts";

const approvalCodes: ReadonlySet<string> = new Set([
  "FORBIDDEN",
  "CONFLICT",
  "APPROVAL_REQUIRED",
  "CONFIRMATION_REQUIRED",
  "DRAFT_EXPIRED",
  "DRAFT_SUPERSEDED",
  "DRAFT_CLOSED",
]);

/** Prints a refusal with its next step; the exit code follows from its code. */
export function printProblem(invocation: Invocation, problem: Problem): ExitCode {
  const places = (problem.errors ?? []).map(({ pointer, detail, hint = "" }) => `  ${pointer} ${detail} ${hint}\n`);
  const usual = problem.code === "NOT_FOUND" ? " See planwright drafts list." : "";
  const next = problem.next_step === undefined ? usual : ` ${problem.next_step}${usual}`;
  invocation.io.err(`planwright: ${problem.code}: ${problem.detail ?? problem.title}${next}\n${places.join("")}`);
  if (flag(invocation, "json")) invocation.io.out(`${JSON.stringify(problem)}\n`);
  if (approvalCodes.has(problem.code)) return exit.approval;
  if (problem.code === "DEPENDENCY_DOWN") return exit.dependency;
  return problem.code === "INVALID_INPUT" ? exit.contract : exit.failed;
}
