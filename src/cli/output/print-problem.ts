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

/** Prints a refusal with its next step; the exit code follows from its code. `list` is the command that shows what exists. */
export function printProblem(invocation: Invocation, problem: Problem, list?: string): ExitCode {
  const places = (problem.errors ?? []).map(({ pointer, detail, hint = "" }) => `  ${pointer} ${detail} ${hint}\n`);
  const hint = problem.code === "NOT_FOUND" && list !== undefined ? [`See planwright ${list}.`] : [];
  const said = [problem.detail ?? problem.title, problem.next_step ?? [], hint].flat().join(" ");
  invocation.io.err(`planwright: ${problem.code}: ${said}\n${places.join("")}`);
  if (flag(invocation, "json")) invocation.io.out(`${JSON.stringify(problem)}\n`);
  if (approvalCodes.has(problem.code)) return exit.approval;
  if (problem.code === "DEPENDENCY_DOWN") return exit.dependency;
  if (problem.code === "BUDGET_EXHAUSTED") return exit.budget;
  return problem.status === 422 || problem.status === 400 ? exit.contract : exit.failed;
}
