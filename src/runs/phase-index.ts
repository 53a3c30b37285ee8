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
  return {
    byKey: new Map(),
    ready: [],
    backingOff: new Set(),
    unconfirmed: new Set(),
    needsOperator: new Set(),
    waiting: new Set(),
  };
}

/** The units in the same phase; undefined for settled ones, which are in no set. */
function unitsOf(index: PhaseIndex, { phase: { kind } }: Unit): Unit[] | Set<Unit> | undefined {
  switch (kind) {
    case "ready":
    case "backingOff":
    case "unconfirmed":
    case "needsOperator":
    case "waiting":
      return index[kind];
    case "done":
    case "failed":
    case "skipped":
      return undefined;
    default:
      return kind satisfies never;
  }
}

export function removeFromIndex(index: PhaseIndex, unit: Unit): void {
  const units = unitsOf(index, unit);
  if (!Array.isArray(units)) return void units?.delete(unit);
  const at = lowerBound(units, unit);
  if (units[at] === unit) units.splice(at, 1);
}

export function addToIndex(index: PhaseIndex, unit: Unit): void {
  const units = unitsOf(index, unit);
  if (!Array.isArray(units)) return void units?.add(unit);
  const last = units.at(-1);
  if (last === undefined || before(last, unit)) units.push(unit);
  else units.splice(lowerBound(units, unit), 0, unit);
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
