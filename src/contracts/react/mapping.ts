import { z } from "zod";
import type { JsonObject } from "../../plan/json.ts";
import type { Plan } from "../../plan/plan.ts";
import type { ToolStep } from "../../plan/step.ts";
import { compact } from "../../plan/compact.ts";
import { createFromPlan } from "../mapping.ts";
import { parserOf } from "../../plan/parse.ts";
import { Observation, Trace, type TraceAction, type TraceStep } from "./trace.ts";

/**
 * The parts of a trace that a plan cannot represent: observations, and turns without an action. They are provenance, kept
 * under `metadata.extra.turns` in trace order; an entry with a `thought` is a turn without an action.
 */
const Turns = z.array(
  z.strictObject({
    step_index: z.int().min(0),
    observation: Observation.nullable(),
    thought: z.string().nullable().optional(),
  }),
);
type Turns = z.infer<typeof Turns>;

/** Converts a trace to a plan that repeats its calls: one tool step per action, in sequence, described by the thought. */
export function toPlan(trace: Trace): Plan {
  const acted = trace.filter(isActionTurn);
  return {
    spelling: "none",
    request: {},
    steps: acted.map((turn, at) => toStep(turn, acted[at - 1])),
    assumptions: [],
    risks: [],
    entities: [],
    questions: [],
    metadata: { extra: { turns: trace.map(toTurn) } },
  };
}

/** Converts the plan's tool steps to turns; observations are null for a plan that was not made from a trace. */
export const fromPlan = createFromPlan<Trace>({
  contract: "react",
  kinds: ["tool"],
  parse: parserOf(Trace),
  toPlan,
  lay: (plan) => {
    const steps = plan.steps.filter((step) => step.kind === "tool");
    const known = Turns.safeParse(plan.metadata.extra?.["turns"]);
    const turns: Turns = known.success ? known.data : steps.map((_, at) => ({ step_index: at, observation: null }));
    return toTrace(turns, steps);
  },
});

type ActionTurn = TraceStep & { action: TraceAction };

function isActionTurn(turn: TraceStep): turn is ActionTurn {
  return turn.action !== null;
}

function stepId({ step_index }: TraceStep): string {
  return `t${step_index}`;
}

function toStep(turn: ActionTurn, before: ActionTurn | undefined): ToolStep {
  return compact({
    kind: "tool" as const,
    id: stepId(turn),
    description: turn.thought ?? undefined,
    tool: turn.action.tool_id,
    args: turn.action.input,
    dependsOn: before === undefined ? [] : [stepId(before)],
    onError: "abort" as const,
    retries: 0,
    escalate: false,
  });
}

function toTurn({ step_index, thought, action, observation }: TraceStep): JsonObject {
  return action === null ? { step_index, observation, thought } : { step_index, observation };
}

function toTrace(turns: Turns, steps: readonly ToolStep[]): unknown {
  const waiting = [...steps];
  return turns.map(({ step_index, observation, thought }) => {
    if (thought !== undefined) return { step_index, thought, action: null, observation };
    const step = waiting.shift();
    const action = step === undefined ? null : { tool_id: step.tool, input: step.args };
    return { step_index, thought: step?.description ?? null, action, observation };
  });
}
