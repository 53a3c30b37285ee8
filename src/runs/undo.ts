import { createGraph } from "../plan/graph.ts";
import type { UndoneRow } from "../contracts/structured/results.ts";
import type { Compensation, ToolStep } from "../plan/step.ts";
import { refOf, unitKey } from "../ports/fact.ts";
import { phaseOf } from "./phase-of.ts";
import { finalStatus } from "./result-rows.ts";
import type { RunState } from "./run-state.ts";
import { isSettled, noFacts, type Unit } from "./unit.ts";

/**
 * What a run that fails or is cancelled must do before it ends: the next compensation in reverse order of the plan, or the
 * unit whose unknown effect a person must settle first, whether or not it can be undone. Undefined when nothing is left.
 * Only what was confirmed is undone, and an effect of another run is not.
 */
export function nextUndo(state: RunState, how: "finished" | "cancelled"): Unit | undefined {
  const unknown = state.hasUnsettled
    ? lastFirst(state)
        .map(askedUnit)
        .find((unit) => unit !== undefined)
    : undefined;
  if (unknown !== undefined) return unknown;
  if (!state.undoes || (how === "finished" && !hasFailed(state))) return undefined;
  const units = compensable(state);
  return units.flatMap((unit) => undoUnit(state, unit) ?? []).find(({ phase }) => !isSettled(phase));
}

/** The compensations of the run that were started or are due, in plan order. */
export function undoUnits(state: RunState): Unit[] {
  if (!state.undoes) return [];
  return compensable(state)
    .flatMap((unit) => undoUnit(state, unit) ?? [])
    .toReversed();
}

/** What became of the compensations, by step. */
export function undoneRows(state: RunState): Map<string, UndoneRow[]> {
  const rows = new Map<string, UndoneRow[]>();
  for (const { step, item = null, phase, planStep } of undoUnits(state)) {
    const tool = planStep.kind === "tool" ? planStep.tool : "";
    const error = phase.kind === "failed" ? { error: phase.error.message } : {};
    const row = { item, tool, ok: phase.kind === "done", skipped: phase.kind === "skipped", ...error };
    if (isSettled(phase)) rows.set(step, [...(rows.get(step) ?? []), row]);
  }
  return rows;
}

/** A unit of the plan or a compensation, by its key. */
export function unitOf(state: RunState, key: string): Unit | undefined {
  return state.unitsByPhase.byKey.get(key) ?? undoUnits(state).find((unit) => unit.key === key);
}

function hasFailed(state: RunState): boolean {
  const status = finalStatus(state);
  return status === "FAILED" || status === "BLOCKED";
}

function compensable(state: RunState): Unit[] {
  return lastFirst(state).filter(({ planStep }) => planStep.compensate !== undefined);
}

/** The units, those last in the order of dependencies first. */
function lastFirst({ plan, steps }: RunState): Unit[] {
  return createGraph(plan.steps)
    .order.toReversed()
    .flatMap((at) => steps[at]?.units.toReversed() ?? []);
}

/** The unit as a question to a person, if its effect may exist and nobody has settled it. */
function askedUnit(unit: Unit): Unit | undefined {
  const { phase, facts } = unit;
  const attempt = facts.attempts.length;
  const last = facts.attempts[attempt - 1]?.result;
  if (isSettled(phase) || last === undefined || last.ok || last.settling === undefined) return undefined;
  if (facts.decisions.has(attempt) || facts.readbacks.get(attempt)?.found === "absent") return undefined;
  const edited = "editedArgs" in phase && phase.editedArgs !== undefined ? { editedArgs: phase.editedArgs } : {};
  return { ...unit, phase: { kind: "needsOperator", attempt, wait: "effect", error: last.error, ...edited } };
}

function undoUnit(state: RunState, unit: Unit): Unit | undefined {
  const { planStep, phase } = unit;
  if (planStep.compensate === undefined || phase.kind !== "done" || phase.reused !== undefined) return undefined;
  const ref = { ...refOf(unit), undo: true } as const;
  const key = unitKey(ref);
  const facts = state.facts.get(key) ?? noFacts();
  const undo = { ...unit, ...ref, key, planStep: undoStep(unit, planStep.compensate), facts };
  return { ...undo, phase: phaseOf(state.runId, undo) };
}

/** A failed compensation is escalated to a person, so that the effect does not stay unnoticed. */
function undoStep({ planStep: { id, forEach } }: Unit, { tool, args, retries }: Compensation): ToolStep {
  const step: ToolStep = { kind: "tool", id, tool, args, dependsOn: [], onError: "retry", retries, escalate: true };
  return forEach === undefined ? step : { ...step, forEach };
}
