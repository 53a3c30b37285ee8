import type { VerbError } from "../contracts/react/verb.ts";
import type { Json } from "../plan/json.ts";
import type { Plan } from "../plan/plan.ts";
import type { Step } from "../plan/step.ts";
import type { EarlierWrite } from "../ports/fact.ts";
import type { PhaseIndex } from "./phase-index.ts";
import type { FactOf, Unit, UnitFacts } from "./unit.ts";

export type SkipReason =
  | "condition_not_met"
  | "dependency_skipped"
  | "dependency_failed"
  | "operator_skipped"
  | "fallback_not_needed";

/** The state of a step. `blocked` waits for other steps, `open` has unsettled units. */
export type StepEnd =
  | { kind: "blocked" }
  | { kind: "open" }
  | { kind: "done"; output: Json; degraded?: string; reused?: EarlierWrite }
  | { kind: "failed"; error: VerbError; by: "step" | "operator" | "safety" }
  | { kind: "skipped"; reason: SkipReason };

export type StepState = {
  step: Step;
  at: number;
  /** Indexes of its dependencies; a safety step's fallback depends on it. */
  needs: number[];
  /** How many dependencies are unsettled. */
  missing: number;
  dependents: number[];
  units: Unit[];
  openUnits: number;
  end: StepEnd;
};

/** The state of a run. It follows from the plan and the facts, whatever their order. */
export type RunState = {
  runId: string;
  plan: Plan;
  steps: StepState[];
  /** Result key or step id to the step's index. */
  names: ReadonlyMap<string, number>;
  facts: Map<string, UnitFacts>;
  unitsByPhase: PhaseIndex;
  /** Safety steps that are evaluated before anything else starts. */
  gates: StepState[];
  /** Steps to open; empty between facts. */
  unblocked: StepState[];
  openSteps: number;
  /** The first step in plan order that stopped the plan, and the only step that may still run. */
  stop?: { at: number; fallback?: number };
  cancel?: FactOf<"cancel">;
  /** A call was aborted. */
  hasAbortedCall: boolean;
  /** A write had an unknown outcome. */
  hasUnsettled: boolean;
  /** Whether a step has a compensation. */
  undoes: boolean;
};

/** Resolves a name in a reference, as seen from a unit. */
export function lookupIn(state: RunState, unit?: Unit): (name: string) => Json | undefined {
  return (name) => {
    if (unit?.element !== undefined && unit.planStep.forEach?.as === name) return unit.element;
    const at = state.names.get(name);
    if (unit?.undo === true && at === unit.at) return ownOutput(state, unit);
    const end = at === undefined ? undefined : state.steps[at]?.end;
    return end?.kind === "done" ? end.output : undefined;
  };
}

/** The result of the call that a compensation undoes. */
function ownOutput(state: RunState, { at, item = 0 }: Unit): Json | undefined {
  const phase = state.steps[at]?.units[item]?.phase;
  return phase?.kind === "done" ? phase.output : undefined;
}

/** Units of safety steps that are not settled; while there are any, no other step starts. */
export function openGates({ gates }: RunState): Unit[] {
  return gates.flatMap(({ end, units }) => (end.kind === "open" ? units : []));
}
