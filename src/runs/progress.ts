import { compact } from "../plan/compact.ts";
import { isMet, itemsOf } from "../plan/control-flow.ts";
import { resolve } from "../plan/resolve.ts";
import type { Json } from "../plan/json.ts";
import { unitKey } from "../ports/fact.ts";
import { phaseOf } from "./phase-of.ts";
import { removeFromIndex, addToIndex } from "./phase-index.ts";
import { runErrors } from "./run-errors.ts";
import { lookupIn, type RunState, type SkipReason, type StepEnd, type StepState } from "./run-state.ts";
import { isSettled, noFacts, type Phase, type Unit } from "./unit.ts";

/** Opens unblocked steps and those they unblock in turn. A loop, since plans can be long chains. */
export function openUnblocked(state: RunState): void {
  for (let step = state.unblocked.pop(); step !== undefined; step = state.unblocked.pop()) openStep(state, step);
}

/** All dependencies are settled: the step starts, or its outcome is already known. */
function openStep(state: RunState, step: StepState): void {
  const skip = skipReason(state, step);
  if (skip !== undefined) return endStep(state, step, { kind: "skipped", reason: skip });
  const fill = fillFrom(state);
  if (step.step.when !== undefined && !isMet(step.step.when, fill))
    return endStep(state, step, { kind: "skipped", reason: "condition_not_met" });
  const { forEach } = step.step;
  if (forEach === undefined) return begin(state, step, [undefined]);
  const items = itemsOf(forEach, fill);
  if (Array.isArray(items)) return begin(state, step, items);
  const error = { ...runErrors.not_a_list, message: items.problem };
  endStep(state, step, { kind: "failed", error, by: "step" });
}

/** Moves the unit to a new phase, which may end its step. */
export function moveUnit(state: RunState, unit: Unit, phase: Phase): void {
  const step = state.steps[unit.at];
  if (step === undefined || isSettled(unit.phase)) return;
  removeFromIndex(state.unitsByPhase, unit);
  unit.phase = phase;
  // Of an ended step only an unconfirmed effect still matters.
  if (step.end.kind === "open" || phase.kind === "unconfirmed") addToIndex(state.unitsByPhase, unit);
  if (!isSettled(phase) || step.end.kind !== "open") return;
  step.openUnits -= 1;
  const end = endOf(step, unit);
  if (end !== undefined) endStep(state, step, end);
}

function begin(state: RunState, step: StepState, elements: readonly (Json | undefined)[]): void {
  step.end = { kind: "open" };
  step.openUnits = elements.length;
  step.units = elements.map((element, item) => unitFor(state, step, { element, item }));
  if (elements.length === 0) return endStep(state, step, { kind: "done", output: [] });
  for (const unit of step.units) {
    const phase = phaseOf(state.runId, unit);
    if (phase.kind === "ready" && step.end.kind === "open")
      addToIndex(state.unitsByPhase, Object.assign(unit, { phase }));
    else moveUnit(state, unit, phase);
  }
}

function unitFor(state: RunState, { step, at }: StepState, part: { element: Json | undefined; item: number }): Unit {
  const ref = part.element === undefined ? { step: step.id } : { step: step.id, item: part.item };
  const key = unitKey(ref);
  let facts = state.facts.get(key);
  if (facts === undefined) state.facts.set(key, (facts = noFacts()));
  const element = part.element === undefined ? {} : { element: part.element };
  const unit: Unit = { ...ref, key, at, planStep: step, ...element, facts, phase: { kind: "ready", attempt: 1 } };
  state.unitsByPhase.byKey.set(key, unit);
  return unit;
}

/** The outcome of the step now that this unit is settled; undefined while other units decide it. */
function endOf(step: StepState, unit: Unit): StepEnd | undefined {
  const { phase } = unit;
  if (step.step.forEach === undefined || (phase.kind === "failed" && stops(step, phase))) {
    if (phase.kind === "skipped") return { kind: "skipped", reason: "operator_skipped" };
    return phase.kind === "done" || phase.kind === "failed" ? phase : undefined;
  }
  return step.openUnits > 0 ? undefined : endOfItems(step.units);
}

/** Failed and skipped items leave `null`, so that outputs keep the index of their item. */
function endOfItems(units: readonly Unit[]): StepEnd {
  const output = units.map(({ phase }) => (phase.kind === "done" ? phase.output : null));
  const gaps = units.filter(({ phase }) => phase.kind !== "done").length;
  if (gaps === units.length) return { kind: "failed", error: runErrors.items_failed, by: "step" };
  if (gaps > 0) return { kind: "done", output, degraded: `${gaps} of ${units.length} items did not succeed` };
  const ends = units.flatMap(({ phase }) => (phase.kind === "done" ? phase : []));
  const degraded = ends.find((end) => end.degraded !== undefined)?.degraded;
  const reused = ends.find((end) => end.reused !== undefined)?.reused;
  return { kind: "done", output, ...compact({ degraded, reused }) };
}

function stops(step: StepState, end: { by: "step" | "operator" | "safety" }): boolean {
  return end.by !== "step" || step.step.onError !== "continue";
}

function endStep(state: RunState, step: StepState, end: StepEnd): void {
  step.end = end;
  state.openSteps -= 1;
  for (const unit of step.units) if (unit.phase.kind !== "unconfirmed") removeFromIndex(state.unitsByPhase, unit);
  if (end.kind === "failed" && stops(step, end)) stopAt(state, step);
  for (const at of step.dependents) {
    const dependent = state.steps[at];
    if (dependent === undefined) continue;
    dependent.missing -= 1;
    if (dependent.missing === 0) state.unblocked.push(dependent);
  }
}

function stopAt(state: RunState, { at, step }: StepState): void {
  if (state.stop !== undefined && state.stop.at <= at) return;
  const name = step.kind === "safety" ? step.fallbackStep : undefined;
  const fallback = name === undefined ? undefined : state.names.get(name);
  state.stop = fallback === undefined ? { at } : { at, fallback };
}

function skipReason(state: RunState, step: StepState): SkipReason | undefined {
  let reason: SkipReason | undefined;
  for (const need of step.needs) {
    const other = state.steps[need];
    const isFallback = other?.step.kind === "safety" && other.step.fallbackStep === step.step.id;
    if (other?.end.kind === "done" && isFallback) reason ??= "fallback_not_needed";
    if (other?.end.kind === "failed" && !(isFallback && other.end.by === "safety")) return "dependency_failed";
    if (other?.end.kind !== "skipped") continue;
    if (other.end.reason === "dependency_failed") return "dependency_failed";
    reason ??= "dependency_skipped";
  }
  return reason;
}

function fillFrom(state: RunState): (template: Json) => Json | undefined {
  return (template) => {
    const resolved = resolve(template, state.plan.spelling, lookupIn(state));
    return resolved.ok ? resolved.value : undefined;
  };
}
