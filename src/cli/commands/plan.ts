import { isPlannerError, type PlannerAnswer, type PlannerRequest } from "../../runtime/planning.ts";
import { sayPlan } from "../../runtime/say-plan.ts";
import { exit, type ExitCode, flag, type Handler, type Invocation, text, UsageError } from "../command.ts";
import { readText } from "../document.ts";
import { errorText, planText, questionText } from "../plan-text.ts";
import { type PlanningInput, withPlanning } from "../planning-input.ts";
import { planBatch } from "../plan-batch.ts";

/** 0 with a plan; 1 where something must be asked first or no tool fits; 3 for a manifest or pack that is wrong; 5 for want of money. */
export const plan: Handler = async (invocation) => {
  // Actions are planned with the tools at hand: they are looked up while it plans.
  if (text(invocation, "contract") === "actions") return (await import("./plan-actions.ts")).planActions(invocation);
  return withPlanning(invocation, (input) => planOnce(invocation, input));
};

async function planOnce(invocation: Invocation, input: PlanningInput): Promise<ExitCode> {
  const batch = text(invocation, "batch");
  if (batch !== undefined) return planBatch(invocation, input, batch);
  const goal = await goalOf(invocation);
  const request = toRequest(goal, input);
  const answer = await input.planning.plan(input.planner, request, invocation.io.signal);
  if (input.contract !== undefined) return sayContract(invocation, answer, { input, request });
  return flag(invocation, "json") ? sayJson(invocation, answer) : sayText(invocation, answer, input.planner);
}

export async function goalOf(invocation: Invocation): Promise<string> {
  const [goal] = invocation.args;
  if (goal === undefined) throw new UsageError('plan needs a goal in quotes, or --batch. Try planwright plan "…"');
  return goal === "-" ? readText(invocation.io, "-") : goal;
}

export function toRequest(goal: string, input: PlanningInput): PlannerRequest {
  const { toolbox, contract, now, zone, locale, tenant } = input;
  const surface = contract ?? "runs";
  return { agentId: "cli", goal, toolbox, surface, now, zone, tenant, ...(locale !== undefined && { locale }) };
}

type Asked = { input: PlanningInput; request: PlannerRequest };

/** Exactly one JSON object: the contract's document, or a `PlannerError`. */
function sayContract({ io }: Invocation, answer: PlannerAnswer, { input, request }: Asked): ExitCode {
  const { contract, planning, planner: id } = input;
  const found = planning.list().find((row) => row.planner.id === id);
  const planner = { id, version: found?.planner.version ?? "" };
  const document = contract === undefined ? answer : sayPlan(answer, contract, { planner, request, session: 0 });
  io.out(`${JSON.stringify(document, null, 2)}\n`);
  return "code" in document ? exitOf(answer, exit.failed) : exitOf(answer);
}

function sayJson({ io }: Invocation, answer: PlannerAnswer): ExitCode {
  const outcome = outcomeOf(answer);
  io.out(`${JSON.stringify({ outcome, ...answer }, null, 2)}\n`);
  return exitOf(answer);
}

function sayText(invocation: Invocation, answer: PlannerAnswer, planner: string): ExitCode {
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

/** 5 where there was no money left to ask a model. */
function exitOf(answer: PlannerAnswer, otherwise: ExitCode = exit.ok): ExitCode {
  if (isPlannerError(answer)) return answer.details["reason"] === "budget" ? exit.budget : exit.failed;
  return answer.clarification === undefined ? otherwise : exit.failed;
}

function outcomeOf(answer: PlannerAnswer): "plan" | "clarify" | "none" | "error" {
  if (isPlannerError(answer)) return answer.code === "PLANNER_NO_SKILLS_AVAILABLE" ? "none" : "error";
  return answer.clarification === undefined ? "plan" : "clarify";
}
