import type { Waiting } from "../ports/run.ts";
import type { RunState } from "./run-state.ts";
import type { Unit } from "./unit.ts";

export type DecideContext = {
  now: number;
  /** Keys of units with a call or read-back in flight. */
  inFlight: { has(key: string): boolean; size: number };
  /** How many units may be in flight. */
  parallel: number;
  /** Whether a step starts only after all earlier steps of the plan have ended. */
  inOrder?: boolean;
};

/** What to do next. `go`: calls are in flight or start now; `wakeAt` is when to decide again at the latest. */
export type Decision =
  | { kind: "go"; start: Unit[]; readBack: Unit[]; abortCalls: boolean; wakeAt?: number }
  | { kind: "wait"; waiting: Waiting }
  | { kind: "end"; how: "finished" | "cancelled" };

/** Decides what a run does next. Pure: no clock, no randomness, no dependence on arrival order. */
export function decide(state: RunState, moment: DecideContext): Decision {
  const readBack = [...state.unitsByPhase.unconfirmed].filter((unit) => !moment.inFlight.has(unit.key));
  const start = isHalted(state) ? [] : startable(state, moment);
  if (start.length > 0 || readBack.length > 0 || moment.inFlight.size > 0)
    return { kind: "go", start, readBack, abortCalls: state.cancel !== undefined, ...wakeTime(state, moment) };
  if (state.cancel !== undefined && (state.openSteps > 0 || state.hasAbortedCall))
    return { kind: "end", how: "cancelled" };
  if (state.stop !== undefined || state.openSteps === 0) return { kind: "end", how: "finished" };
  if (state.unitsByPhase.needsOperator.size > 0) return { kind: "wait", waiting: { for: "operator" } };
  const { wakeAt: until } = wakeTime(state, moment);
  // Nothing can happen any more in a plan whose steps wait for one another.
  return until === undefined ? { kind: "end", how: "finished" } : { kind: "wait", waiting: { for: "timer", until } };
}

/** An open operator item pauses the whole run, and so does a cancellation. */
function isHalted(state: RunState): boolean {
  return state.cancel !== undefined || (state.unitsByPhase.needsOperator.size > 0 && state.stop === undefined);
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
  return Number.isFinite(at) ? { wakeAt: at } : {};
}
