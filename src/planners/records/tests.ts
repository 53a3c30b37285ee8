import type { Json } from "../../plan/json.ts";
import type { PackRecord, PackTest } from "../packs/records.ts";
import type { RecordSet, Row, Test } from "./request.ts";
import { dayAfter } from "./context.ts";
import { textOf, type World } from "./world.ts";

/** Whether a record is as it was described. A field that is empty passes no test but `not` and `empty`. */
export function passes(row: Row, test: Test, record: PackRecord): boolean {
  const value = row[test.field];
  switch (test.op) {
    case "is":
      return test.values.some((wanted) => isSame(value, wanted));
    case "not":
      return !test.values.some((wanted) => isSame(value, wanted));
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
  const text = textOf(value).slice(0, 10);
  return text >= textOf(low ?? text) && text <= textOf(high ?? text);
}

/** The rows a set stands for, in the order of its pick. */
export function rowsOf(set: RecordSet, { rows, pack }: World): Row[] {
  const record = pack.records[set.kind];
  if (record === undefined) return [];
  const found = (rows.get(set.kind) ?? []).filter((row) => set.tests.every((test) => passes(row, test, record)));
  const { pick } = set;
  if (pick === undefined) return found;
  const ordered = found.filter((row) => row[pick.by] !== undefined).toSorted((a, b) => compare(a[pick.by], b[pick.by]));
  return pick.end === "first" ? ordered.slice(0, pick.count) : ordered.slice(-pick.count).toReversed();
}

function compare(a: Json | undefined, b: Json | undefined): number {
  if (typeof a === "number" && typeof b === "number") return a - b;
  const [left, right] = [textOf(a), textOf(b)];
  return left < right ? -1 : left > right ? 1 : 0;
}

/** A pack's test with the day it is asked on. */
export function toTest({ field, is, not, before, from }: PackTest, today: string): Test[] {
  return [
    ...(is === undefined ? [] : [{ field, op: "is" as const, values: is }]),
    ...(not === undefined ? [] : [{ field, op: "not" as const, values: not }]),
    ...(before === undefined ? [] : [{ field, op: "between" as const, high: dayAfter(today, -1) }]),
    ...(from === undefined ? [] : [{ field, op: "between" as const, low: today }]),
  ];
}
