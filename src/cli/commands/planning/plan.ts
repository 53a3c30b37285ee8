import { isPlannerError, type PlannerAnswer, type PlannerRequest } from "../../../ports/planner.ts";
import { planByInput } from "../../../planners/plan-by-input.ts";
import { renderPlan } from "../../../runtime/planning/render-plan.ts";
import { exit, type ExitCode, flag, type Handler, type Invocation, text, UsageError } from "../../command.ts";
import { readText, refuseDocument } from "../../input/document.ts";
import { errorText, planText, questionText } from "../../output/plan-text.ts";
import { caseSetting, type PlanningInput, withPlanning } from "./planning-input.ts";
import { parsePlanCase, predictCase } from "../../../runtime/planning/evaluate.ts";
import type { Prediction } from "../../../planners/eval/prediction.ts";
import { readRows } from "../../input/jsonl.ts";
import { startProgress } from "../../output/progress.ts";

/** Exit 0 with a plan, 1 if input is missing or no tool fits, 3 for an invalid manifest or pack, 5 if the budget is exhausted. */
export const plan: Handler = async (invocation) => {
  // Action plans look up records with the real tools.
  if (text(invocation, "contract") === "actions") return (await import("./plan-actions.ts")).planActions(invocation);
  return withPlanning(invocation, (input) => planOnce(invocation, input));
};

async function planOnce(invocation: Invocation, input: PlanningInput): Promise<ExitCode> {
  const batch = text(invocation, "batch");
  if (batch !== undefined) return planBatch(invocation, input, batch);
  const goal = await readGoal(invocation);
  const request = toRequest(goal, input);
  const planIt = (asked: PlannerRequest): Promise<PlannerAnswer> =>
    input.planning.plan(input.planner, asked, invocation.io.signal);
  const answer = await (request.surface === "determinism" ? planByInput(request, planIt) : planIt(request));
  if (input.contract !== undefined) return printContract(invocation, answer, { input, request });
  return printAnswer(invocation, answer, input.planner);
}

/** Prints a plan, a question or an error as text, or as JSON with `--json`. */
export function printAnswer(invocation: Invocation, answer: PlannerAnswer, planner: string): ExitCode {
  return flag(invocation, "json") ? printJson(invocation, answer) : printText(invocation, answer, planner);
}

export async function readGoal(invocation: Invocation): Promise<string> {
  const [goal] = invocation.args;
  if (goal === undefined) throw new UsageError('plan needs a goal in quotes, or --batch. Try planwright plan "…"');
  return goal === "-" ? readText(invocation.io, "-") : goal;
}

export function toRequest(goal: string, input: PlanningInput): PlannerRequest {
  const { toolbox, contract, now, zone, locale, tenant, givenTime } = input;
  const surface = contract ?? "runs";
  const request: PlannerRequest = { agentId: "cli", goal, toolbox, surface, now, zone, tenant, givenTime };
  return locale === undefined ? request : { ...request, locale };
}

type PlanningContext = { input: PlanningInput; request: PlannerRequest };

/** Prints one JSON object: the document of the contract, or a `PlannerError`. */
function printContract({ io }: Invocation, answer: PlannerAnswer, { input, request }: PlanningContext): ExitCode {
  const { contract, planning, planner: id } = input;
  const found = planning.list().find((row) => row.planner.id === id);
  const planner = { id, version: found?.planner.version ?? "" };
  const document = contract === undefined ? answer : renderPlan(answer, contract, { planner, request, session: 0 });
  io.out(`${JSON.stringify(document, null, 2)}\n`);
  return "code" in document ? exitOf(answer, exit.failed) : exitOf(answer);
}

function printJson({ io }: Invocation, answer: PlannerAnswer): ExitCode {
  const outcome = outcomeOf(answer);
  io.out(`${JSON.stringify({ outcome, ...answer }, null, 2)}\n`);
  return exitOf(answer);
}

function printText(invocation: Invocation, answer: PlannerAnswer, planner: string): ExitCode {
  const { io } = invocation;
  if (isPlannerError(answer)) {
    io.err(errorText(answer));
    return exitOf(answer);
  }
  if (answer.clarification !== undefined) {
    io.err(questionText(answer));
    return exit.failed;
  }
  io.out(planText(answer, { planner, explain: flag(invocation, "explain") }));
  return exit.ok;
}

/** Exit 5 if the model budget is exhausted. */
function exitOf(answer: PlannerAnswer, otherwise: ExitCode = exit.ok): ExitCode {
  if (isPlannerError(answer)) return answer.details["reason"] === "budget" ? exit.budget : exit.failed;
  return answer.clarification === undefined ? otherwise : exit.failed;
}

function outcomeOf(answer: PlannerAnswer): "plan" | "clarify" | "none" | "error" {
  if (isPlannerError(answer)) return answer.code === "PLANNER_NO_SKILLS_AVAILABLE" ? "none" : "error";
  return answer.clarification === undefined ? "plan" : "clarify";
}

/** Plans every case of a JSON Lines file and writes predictions to `--out` or standard output. */
async function planBatch(invocation: Invocation, input: PlanningInput, path: string): Promise<ExitCode> {
  const { io } = invocation;
  const { rows, issues } = readRows(await readText(io, path), parsePlanCase);
  if (issues.length > 0) return refuseDocument(invocation, path, issues);
  const predictions: Prediction[] = [];
  const setting = caseSetting(invocation, input);
  const progress = startProgress(io, "planning");
  for (const one of rows) {
    if (io.signal.aborted) break;
    progress.report(`${predictions.length + 1} of ${rows.length}`);
    const { prediction, issues: leftOut, error } = await predictCase(one, setting);
    predictions.push(prediction);
    const [first] = leftOut;
    if (first !== undefined)
      io.err(`${one.id}: ${leftOut.length} issues in its tools, ${first.pointer} ${first.message}\n`);
    if (error !== undefined) io.err(`${one.id}: ${error}\n`);
  }
  progress.end();
  const lines = predictions.map((prediction) => `${JSON.stringify(prediction)}\n`).join("");
  const out = text(invocation, "out");
  if (out === undefined || out === "-") io.out(lines);
  else await io.write(out, lines);
  const counts = Object.entries(Object.groupBy(predictions, ({ outcome }) => outcome));
  io.err(`${predictions.length} cases: ${counts.map(([outcome, list]) => `${list.length} ${outcome}`).join(", ")}\n`);
  return io.signal.aborted ? exit.failed : exit.ok;
}
