import { compact } from "../plan/compact.ts";
import type { WaitReason } from "../ports/run.ts";
import { openGates, type RunState } from "./run-state.ts";
import { nextUndo, undoUnits } from "./undo.ts";
import type { Unit } from "./unit.ts";

type DecideContext = {
  now: number;
  /** Keys of units with a call or read-back in flight. */
  inFlight: { has(key: string): boolean; size: number };
  /** How many units may be in flight. */
  parallel: number;
  /** Whether a step starts only after all earlier steps of the plan have ended. */
  inOrder?: boolean;
  /** Keys of unconfirmed units that are read back later, not now. */
  settling?: { has(key: string): boolean };
};

/** What to do next. `go`: calls are in flight or start now; `wakeAt` is when to decide again at the latest. */
export type Decision =
  | { kind: "go"; start: Unit[]; readBack: Unit[]; abortCalls: boolean; wakeAt?: number }
  /** `ask`: a unit that a person must decide on, besides those of the state. */
  | { kind: "wait"; waiting: WaitReason; ask?: Unit }
  | { kind: "end"; how: "finished" | "cancelled" };

/** Decides what a run does next. Pure: no clock, no randomness, no dependence on arrival order. */
export function decide(state: RunState, moment: DecideContext): Decision {
  const { inFlight, settling } = moment;
  const { unconfirmed } = state.unitsByPhase;
  const readBack: Unit[] = [];
  for (const unit of unconfirmed) if (!inFlight.has(unit.key) && settling?.has(unit.key) !== true) readBack.push(unit);
  const start = toStart(state, moment);
  // Calls that may still take effect are settled before the run ends or waits.
  if (start.length > 0 || unconfirmed.size > 0 || inFlight.size > 0)
    return { kind: "go", start, readBack, abortCalls: mayAbort(state, inFlight), ...wakeTime(state, moment) };
  if (state.cancel !== undefined && (state.openSteps > 0 || state.hasAbortedCall))
    return end(state, "cancelled", moment);
  if (state.stop !== undefined || state.openSteps === 0) return end(state, "finished", moment);
  if (state.unitsByPhase.needsOperator.size > 0) return { kind: "wait", waiting: { for: "operator" } };
  const waiting = waitingFor(state, wakeTime(state, moment).wakeAt);
  // No step can start in a plan whose steps wait for one another.
  return waiting === undefined ? { kind: "end", how: "finished" } : { kind: "wait", waiting };
}

/** Ends the run after its compensations, one at a time. */
function end(state: RunState, how: "finished" | "cancelled", { now, settling }: DecideContext): Decision {
  // A plan that a step runs ends, and is undone, before the steps before it.
  if (isWaitingForPlan(state)) return { kind: "wait", waiting: { for: "plan" } };
  const unit = nextUndo(state, how);
  if (unit === undefined) return { kind: "end", how };
  const go: Decision = { kind: "go", start: [], readBack: [], abortCalls: false };
  const { phase } = unit;
  if (phase.kind === "needsOperator") return { kind: "wait", waiting: { for: "operator" }, ask: unit };
  if (phase.kind === "unconfirmed") return settling?.has(unit.key) === true ? go : { ...go, readBack: [unit] };
  if (phase.kind === "backingOff" && !isBackoffOver(unit, now))
    return { kind: "wait", waiting: { for: "timer", until: phase.until } };
  return { ...go, start: [unit] };
}

function isWaitingForPlan({ unitsByPhase }: RunState): boolean {
  return [...unitsByPhase.waiting].some(({ phase }) => phase.kind === "waiting" && phase.for === "plan");
}

/** A cancellation aborts the calls of the plan, never a compensation. */
function mayAbort(state: RunState, inFlight: DecideContext["inFlight"]): boolean {
  return state.cancel !== undefined && !undoUnits(state).some(({ key }) => inFlight.has(key));
}

/** Waits for a person are named first, because somebody must act on them. */
const awaitedOrder = ["answer", "event", "plan"] as const;

function waitingFor({ unitsByPhase }: RunState, until: number | undefined): WaitReason | undefined {
  const kinds = new Set([...unitsByPhase.waiting].map(({ phase }) => phase.kind === "waiting" && phase.for));
  const named = awaitedOrder.find((kind) => kinds.has(kind));
  if (named !== undefined) return { for: named, ...compact({ until }) };
  return until === undefined ? undefined : { for: "timer", until };
}

/** Safety steps come first; an open operator item pauses the whole run, and so does a cancellation. */
function toStart(state: RunState, moment: DecideContext): Unit[] {
  if (state.cancel !== undefined) return [];
  const gates = openGates(state);
  if (gates.length > 0) return gates.filter(({ key, phase }) => phase.kind === "ready" && !moment.inFlight.has(key));
  const isHalted = state.unitsByPhase.needsOperator.size > 0 && state.stop === undefined;
  return isHalted ? [] : startable(state, moment);
}

function startable(state: RunState, { now, inFlight, parallel, inOrder = false }: DecideContext): Unit[] {
  const room = parallel - inFlight.size;
  const units: Unit[] = [];
  if (state.stop !== undefined && state.stop.fallback === undefined) return units;
  const turn = inOrder ? state.steps.find(({ end }) => end.kind === "open" || end.kind === "blocked")?.at : undefined;
  const consider = (unit: Unit): void => {
    if (inFlight.has(unit.key) || (inOrder && unit.at !== turn)) return;
    if (state.stop === undefined || state.stop.fallback === unit.at) units.push(unit);
  };
  for (const unit of state.unitsByPhase.backingOff) {
    if (units.length >= room) return units;
    if (isBackoffOver(unit, now)) consider(unit);
  }
  for (const unit of state.unitsByPhase.waiting) {
    if (units.length >= room) return units;
    if (unit.phase.kind === "waiting" && unit.phase.until !== undefined && unit.phase.until <= now) consider(unit);
  }
  for (const unit of state.unitsByPhase.ready) {
    if (units.length >= room) return units;
    consider(unit);
  }
  return units;
}

/**
 * A clock that reads earlier than the start of the backoff went backwards: the remaining time is unknown, so continue.
 */
function isBackoffOver({ phase }: Unit, now: number): boolean {
  return phase.kind === "backingOff" && (now >= phase.until || now < phase.since);
}

function wakeTime(state: RunState, { inFlight }: DecideContext): { wakeAt?: number } {
  let at = Number.POSITIVE_INFINITY;
  for (const unit of state.unitsByPhase.backingOff)
    if (unit.phase.kind === "backingOff" && !inFlight.has(unit.key)) at = Math.min(at, unit.phase.until);
  for (const { phase } of state.unitsByPhase.waiting)
    if (phase.kind === "waiting" && phase.until !== undefined) at = Math.min(at, phase.until);
  return Number.isFinite(at) ? { wakeAt: at } : {};
}
