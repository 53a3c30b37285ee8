import type { Json } from "../../../plan/json.ts";
import type { PackRecord, PackTest } from "../../packs/records.ts";
import type { RecordSet, Row, Test } from "../requests/request.ts";
import { dayAfter } from "../requests/context.ts";
import { localMs, textOf } from "../world/find-rows.ts";
import { keyOf, type World } from "../world/world.ts";

/** Whether a record is as it was described. A field that is empty passes no test but `not` and `empty`. */
export function passes(row: Row, test: Test, record: PackRecord): boolean {
  const value = row[test.field];
  switch (test.op) {
    case "is":
      return test.values.some((wanted) => isSame(value, wanted));
    case "not":
      return !test.values.some((wanted) => isSame(value, wanted));
    case "has":
      return textOf(value).toLowerCase().includes(test.text.toLowerCase());
    case "clock": {
      const at = localMs(textOf(value));
      const minutes = at === undefined ? -1 : Math.floor((at % 86_400_000) / 60_000);
      return minutes >= (test.low ?? 0) && minutes <= (test.high ?? 1440);
    }
    case "empty":
      return value === undefined || value === null || value === "";
    case "between":
      return isWithin(value, test);
    case "ids":
      return test.ids.has(textOf(row[record.id])) !== (test.not === true);
    default:
      return test satisfies never;
  }
}

function isSame(value: Json | undefined, wanted: Json): boolean {
  return value === wanted || textOf(value).toLowerCase() === textOf(wanted).toLowerCase();
}

function isWithin(value: Json | undefined, { low, high }: Extract<Test, { op: "between" }>): boolean {
  if (value === undefined || value === null || value === "") return false;
  if (typeof value === "number") return !(Number(low ?? value) > value) && !(Number(high ?? value) < value);
  // A moment lies on its day.
  const text = textOf(value).replace("T", " ");
  const to = textOf(high ?? text);
  return text >= textOf(low ?? text) && text.slice(0, to.length) <= to;
}

/** The rows a set stands for, in the order of its pick. */
export function rowsOf(set: RecordSet, world: World): Row[] {
  const record = world.pack.records[set.kind];
  if (record === undefined) return [];
  const found = knownRows(set, world).filter((row) => set.tests.every((test) => passes(row, test, record)));
  const { pick } = set;
  if (pick === undefined) return found;
  const ordered = found.filter((row) => row[pick.by] !== undefined).toSorted((a, b) => compare(a[pick.by], b[pick.by]));
  if (pick.nth === true) return ordered.slice(pick.count - 1, pick.count);
  return pick.end === "first" ? ordered.slice(0, pick.count) : ordered.slice(-pick.count).toReversed();
}

/** The records that a pick cannot tell apart: as far as its last one, where one of them would be left. */
export function tiedRows(set: RecordSet, world: World): Row[] {
  const { pick } = set;
  if (pick === undefined || pick.nth === true) return [];
  const rows = rowsOf({ ...set, pick: { ...pick, count: Infinity } }, world);
  const [last, next] = [rows[pick.count - 1], rows[pick.count]];
  if (last === undefined || next === undefined || compare(last[pick.by], next[pick.by]) !== 0) return [];
  return rows.filter((row) => compare(row[pick.by], last[pick.by]) === 0);
}

/** Rows of the kind; where it is not whole, those of the set, which is looked up where nobody has yet. */
function knownRows(set: RecordSet, { rows, found, wanted }: World): readonly Row[] {
  const sets = found.get(set.kind);
  const isNamed = set.tests.some((test) => test.op === "ids" && test.not !== true);
  if (sets === undefined || isNamed) return rows.get(set.kind) ?? [];
  const key = keyOf(set.tests);
  const known = sets.get(key);
  if (known === undefined) wanted.set(key, set);
  return known ?? [];
}

function compare(a: Json | undefined, b: Json | undefined): number {
  if (typeof a === "number" && typeof b === "number") return a - b;
  const [left, right] = [textOf(a), textOf(b)];
  return left < right ? -1 : left > right ? 1 : 0;
}

/** A pack's test with the day it is asked on. */
export function toTest(
  { field, is, not, before, from }: PackTest,
  { today, localNow }: { today: string; localNow: string },
): Test[] {
  return [
    ...(is === undefined ? [] : [{ field, op: "is" as const, values: is }]),
    ...(not === undefined ? [] : [{ field, op: "not" as const, values: not }]),
    ...(before === undefined ? [] : [{ field, op: "between" as const, high: dayAfter(today, -1) }]),
    ...(from === undefined ? [] : [{ field, op: "between" as const, low: from === "now" ? localNow : today }]),
  ];
}
