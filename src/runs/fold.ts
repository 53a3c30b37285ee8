import type { Plan } from "../plan/plan.ts";
import type { Step } from "../plan/step.ts";
import { type Entry, unitKey } from "../ports/fact.ts";
import { phaseOf } from "./phase-of.ts";
import { createPhaseIndex } from "./phase-index.ts";
import { moveUnit, openUnblocked } from "./progress.ts";
import type { RunState, StepState } from "./run-state.ts";
import { noFacts } from "./unit.ts";

type JournalFact = Pick<Entry, "fact" | "at">;

/** The state of a run with these journal facts. */
export function fold(runId: string, plan: Plan, entries: readonly JournalFact[]): RunState {
  const indexOf = indexById(plan.steps);
  const steps = connect(plan.steps, indexOf);
  const state: RunState = {
    runId,
    plan,
    steps,
    gates: steps.filter(({ step }) => isGate(step)),
    names: namesOf(plan.steps, indexOf),
    facts: new Map(),
    unitsByPhase: createPhaseIndex(),
    unblocked: [],
    openSteps: plan.steps.length,
    hasAbortedCall: false,
    hasUnsettled: false,
    undoes: plan.steps.some(({ compensate }) => compensate !== undefined),
  };
  for (const entry of entries) indexFact(state, entry);
  state.unblocked = state.steps.filter((step) => step.needs.length === 0).reverse();
  openUnblocked(state);
  return state;
}

/** Applies one more fact and its consequences. */
export function applyFact(state: RunState, entry: JournalFact): void {
  const key = indexFact(state, entry);
  const unit = key === undefined ? undefined : state.unitsByPhase.byKey.get(key);
  if (unit === undefined) return;
  moveUnit(state, unit, phaseOf(state.runId, unit));
  openUnblocked(state);
}

const abortedCodes: ReadonlySet<string> = new Set(["canceled", "not_sent"]);

function indexFact(state: RunState, { fact, at }: JournalFact): string | undefined {
  if (fact.kind === "cancel") {
    state.cancel ??= fact;
    return undefined;
  }
  const key = unitKey(fact);
  let facts = state.facts.get(key);
  if (facts === undefined) state.facts.set(key, (facts = noFacts()));
  if (fact.kind === "attempt") {
    facts.attempts[fact.attempt - 1] = { ...fact, at };
    if (!fact.result.ok && abortedCodes.has(fact.result.error.code)) state.hasAbortedCall = true;
    if (!fact.result.ok && fact.result.settling !== undefined) state.hasUnsettled = true;
  } else if (fact.kind === "armed") facts.armed = new Map(facts.armed).set(fact.attempt, { ...fact, at });
  else if (fact.kind === "readback") facts.readbacks = new Map(facts.readbacks).set(fact.attempt, fact);
  else facts.decisions = new Map(facts.decisions).set(fact.attempt, fact);
  return key;
}

/**
 * A safety step that can stop the plan is evaluated first, whatever the plan's order: its findings are part of the plan.
 */
function isGate(step: Step): boolean {
  return step.kind === "safety" && step.when === undefined && (step.severity === "block" || step.manualReview);
}

function indexById(steps: readonly Step[]): ReadonlyMap<string, number> {
  const indexOf = new Map<string, number>();
  steps.forEach((step, at) => indexOf.set(step.id, at));
  return indexOf;
}

/** A safety step's fallback depends on it even if the plan does not say so. */
function connect(steps: readonly Step[], indexOf: ReadonlyMap<string, number>): StepState[] {
  const states = steps.map((step, at): StepState => {
    const needs: number[] = [];
    for (const id of isGate(step) ? [] : distinct(step.dependsOn)) {
      const place = indexOf.get(id);
      if (place !== undefined) needs.push(place);
    }
    return { step, at, needs, missing: 0, dependents: [], units: [], openUnits: 0, end: { kind: "blocked" } };
  });
  for (const { step, at } of states) {
    const fallback =
      step.kind === "safety" && step.fallbackStep !== undefined ? indexOf.get(step.fallbackStep) : undefined;
    const needs = fallback === undefined ? undefined : states[fallback]?.needs;
    if (needs !== undefined && !needs.includes(at)) needs.push(at);
  }
  for (const state of states) {
    state.missing = state.needs.length;
    for (const need of state.needs) states[need]?.dependents.push(state.at);
  }
  return states;
}

function distinct(ids: readonly string[]): Iterable<string> {
  return ids.length > 1 ? new Set(ids) : ids;
}

/** Steps by the names of their results; a result key comes before the id of another step. */
function namesOf(steps: readonly Step[], indexOf: ReadonlyMap<string, number>): ReadonlyMap<string, number> {
  if (steps.every(({ id, resultKey = id }) => resultKey === id)) return indexOf;
  const names = new Map(indexOf);
  steps.forEach(({ resultKey }, at) => {
    if (resultKey !== undefined) names.set(resultKey, at);
  });
  return names;
}
