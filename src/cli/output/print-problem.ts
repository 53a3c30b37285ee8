import { compact } from "../../plan/compact.ts";
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
export function printProblem(invocation: Invocation, refused: Problem, list?: string): ExitCode {
  const problem = explained(refused);
  const places = (problem.errors ?? []).map(
    ({ pointer, detail, hint = "" }) => `  ${pointer}: ${sentence(detail)} ${hint}`.trimEnd() + "\n",
  );
  const hint = problem.code === "NOT_FOUND" && list !== undefined ? [`See planwright ${list}.`] : [];
  const said = [problem.detail ?? problem.title, problem.next_step ?? [], hint].flat().join(" ");
  invocation.io.err(`planwright: ${problem.code}: ${said}\n${places.join("")}`);
  if (flag(invocation, "json")) invocation.io.out(`${JSON.stringify(problem)}\n`);
  if (approvalCodes.has(problem.code)) return exit.approval;
  if (problem.code === "DEPENDENCY_DOWN") return exit.dependency;
  if (problem.code === "BUDGET_EXHAUSTED") return exit.budget;
  return problem.status === 422 || problem.status === 400 ? exit.contract : exit.failed;
}

function sentence(text: string): string {
  return /[.?!]$/.test(text) ? text : `${text}.`;
}

/** What the server answered, with what to do here. A server that is not Planwright may answer with an HTML page. */
function explained(problem: Problem): Problem {
  const { title, status } = problem;
  const detail = problem.detail ?? title;
  const isPage = detail.trimStart().startsWith("<");
  return compact({
    ...problem,
    detail: isPage ? `the server there answers ${status} and is not Planwright. Correct --url.` : detail,
    next_step: credentialStep(status, detail) ?? problem.next_step,
  });
}

function credentialStep(status: number, detail: string): string | undefined {
  if (status === 401) return "Pass an API key with --key or PLANWRIGHT_KEY; create one with planwright keys create.";
  const isScope = status === 403 && detail.includes("scope");
  return isScope ? "Create a key with this scope: planwright keys create --scope." : undefined;
}
