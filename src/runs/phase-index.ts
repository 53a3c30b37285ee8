import type { Unit } from "./unit.ts";

/** Units that can still make progress, by phase. Ready ones are in plan order. */
export type PhaseIndex = {
  byKey: Map<string, Unit>;
  ready: Unit[];
  backingOff: Set<Unit>;
  unconfirmed: Set<Unit>;
  needsOperator: Set<Unit>;
  waiting: Set<Unit>;
};

export function createPhaseIndex(): PhaseIndex {
  const waiting = new Set<Unit>();
  return {
    byKey: new Map(),
    ready: [],
    backingOff: new Set(),
    unconfirmed: new Set(),
    needsOperator: new Set(),
    waiting,
  };
}

/** Removes the unit from the set of its phase. */
export function removeFromIndex(places: PhaseIndex, unit: Unit): void {
  switch (unit.phase.kind) {
    case "ready": {
      const at = lowerBound(places.ready, unit);
      if (places.ready[at] === unit) places.ready.splice(at, 1);
      return;
    }
    case "backingOff":
    case "unconfirmed":
    case "needsOperator":
    case "waiting":
      places[unit.phase.kind].delete(unit);
      return;
    case "done":
    case "failed":
    case "skipped":
      return;
    default:
      return unit.phase satisfies never;
  }
}

export function addToIndex(places: PhaseIndex, unit: Unit): void {
  switch (unit.phase.kind) {
    case "ready":
      return insert(places.ready, unit);
    case "backingOff":
    case "unconfirmed":
    case "needsOperator":
    case "waiting":
      places[unit.phase.kind].add(unit);
      return;
    case "done":
    case "failed":
    case "skipped":
      return;
    default:
      return unit.phase satisfies never;
  }
}

function insert(ready: Unit[], unit: Unit): void {
  const last = ready.at(-1);
  if (last === undefined || before(last, unit)) ready.push(unit);
  else ready.splice(lowerBound(ready, unit), 0, unit);
}

/** Index of the first unit that does not come before this one. */
function lowerBound(ready: readonly Unit[], unit: Unit): number {
  let low = 0;
  let high = ready.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const other = ready[middle];
    if (other !== undefined && before(other, unit)) low = middle + 1;
    else high = middle;
  }
  return low;
}

function before(a: Unit, b: Unit): boolean {
  return a.at < b.at || (a.at === b.at && (a.item ?? 0) < (b.item ?? 0));
}
