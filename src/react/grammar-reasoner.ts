import type { Json } from "../plan/json.ts";
import type { Plan } from "../plan/plan.ts";
import { resolve } from "../plan/resolve.ts";
import type { ToolStep } from "../plan/step.ts";
import type { Clock } from "../ports/clock.ts";
import { isPlannerError, type PlannedAnswer, type Planner, type PlannerAnswer } from "../ports/planner.ts";
import type { ReasonerOutput } from "./charge.ts";
import type { RequestedCall } from "./fact.ts";
import { type LoopState, subGoalTool } from "./loop-state.ts";
import type { Reasoner, ThinkCall, ThinkResult } from "./reasoner.ts";
import { renderFindings } from "./render-findings.ts";
import { stopError } from "./stop.ts";
import { toToolSpec } from "./tool-table.ts";

export type GrammarReasonerParts = { planner: Pick<Planner, "id" | "plan">; clock: Clock };

/**
 * Reasons without a model: the planner turns the goal into calls, those with known inputs run, and the answer is built
 * from the observations. The same request and observations give the same turns.
 */
export function createGrammarReasoner(parts: GrammarReasonerParts): Reasoner {
  const plans = new WeakMap<LoopState, Promise<PlannerAnswer>>();
  return {
    name: `planner/${parts.planner.id}`,
    async think(state, call) {
      const asked = plans.get(state) ?? planFor(parts, state, call);
      plans.set(state, asked);
      const answer = await asked;
      if (isPlannerError(answer)) return notPlanned(state, answer.code);
      if (answer.clarification !== undefined)
        return toThought({ text: questionsOf(answer.plan), calls: [], stop: "question" });
      return nextThought(state, answer);
    },
  };
}

function planFor(
  { planner, clock }: GrammarReasonerParts,
  state: LoopState,
  { signal }: ThinkCall,
): Promise<PlannerAnswer> {
  const { goal, context } = state.request;
  const toolbox = [...state.tools.values()]
    .filter(({ declared: asked }) => asked.tool_id !== subGoalTool)
    .map(toToolSpec);
  const asked = {
    agentId: "planner-react",
    goal: goal.metadata.user_message ?? goal.description,
    toolbox,
    history: [...state.earlier, ...context.conversation_history.map(({ role, content }) => ({ role, content }))],
    surface: "calls",
    now: new Date(Math.floor(state.startedAt / 1000) * 1000).toISOString(),
    zone: "UTC",
  } as const;
  return planner.plan(asked, { signal, clock });
}

function nextThought(state: LoopState, { plan, reasons = [] }: PlannedAnswer): ThinkResult {
  const steps = plan.steps.filter((step) => step.kind === "tool");
  const seen = replay(state, steps);
  const ready = readySteps(steps, seen);
  const calls = ready.map((step) => toCall(step, plan, seen));
  if (calls.length === 0) return toThought({ text: renderFindings(state), calls });
  const words = (id: string): string =>
    [...new Set(reasons.filter(({ step }) => step === id).map((reason) => reason.words))].join(" ");
  return toThought({ text: ready.map(({ id, tool }) => `${words(id)} → ${tool}`.trim()).join("; "), calls });
}

type SeenResults = { outputs: Map<string, Json>; failed: Set<string> };

/** Maps each call so far to its step: in every turn the steps that were ready, in plan order. */
function replay(state: LoopState, steps: readonly ToolStep[]): SeenResults {
  const seen: SeenResults = { outputs: new Map(), failed: new Set() };
  for (const { calls } of state.turns) {
    const ready = readySteps(steps, seen);
    for (const [at, { observation }] of calls.entries()) {
      const step = ready[at];
      if (step === undefined) continue;
      if (observation?.ok === true)
        seen.outputs.set(step.resultKey ?? step.id, observation.output).set(step.id, observation.output);
      else seen.failed.add(step.id);
    }
  }
  return seen;
}

function readySteps(steps: readonly ToolStep[], { outputs, failed }: SeenResults): ToolStep[] {
  return steps.filter(
    ({ id, dependsOn }) => !outputs.has(id) && !failed.has(id) && dependsOn.every((before) => outputs.has(before)),
  );
}

function toCall({ tool, args }: ToolStep, { spelling }: Plan, { outputs }: SeenResults): RequestedCall {
  const resolved = resolve(args, spelling, (name) => outputs.get(name));
  // If a reference cannot be resolved, the router's validation reports it.
  return { name: tool, args: resolved.ok ? resolved.value : args };
}

/** Observations so far become the answer. */
function notPlanned(state: LoopState, code: string): ThinkResult {
  if (state.turns.length > 0) return toThought({ text: renderFindings(state), calls: [] });
  return { ok: false, error: stopError(code === "PLANNER_NO_SKILLS_AVAILABLE" ? "no_tool_fits" : "not_planned") };
}

function questionsOf({ questions }: Plan): string {
  return questions
    .slice(0, 2)
    .map(({ question }) => question)
    .join("\n");
}

type GrammarThought = Pick<ReasonerOutput, "text" | "calls"> & Partial<Pick<ReasonerOutput, "stop">>;

/** No model, no tokens. */
function toThought({ text, calls, stop = calls.length > 0 ? "calls" : "end" }: GrammarThought): ThinkResult {
  return { ok: true, said: { thought: null, text, calls, stop } };
}
