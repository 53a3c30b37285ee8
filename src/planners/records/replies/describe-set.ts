import { isDeepStrictEqual } from "node:util";
import type { Json } from "../../../plan/json.ts";
import type { ReadyPack } from "../../packs/match-packs.ts";
import type { PackRecord } from "../../packs/records.ts";
import { spoken } from "../../packs/spoken.ts";
import type { Speech } from "../../speech.ts";
import type { ReadingContext } from "../requests/context.ts";
import type { RecordSet, Test } from "../requests/request.ts";
import { toTest } from "../sets/tests.ts";
import { leastStep } from "../sets/value-tests.ts";
import { textOf } from "../world/find-rows.ts";
import { labelOf, nounOf } from "./labels.ts";
import { texts } from "./texts.ts";

type Deps = { ready: ReadyPack; context: ReadingContext; speech: Speech };

/** Most names that are listed one by one. */
const mostNames = 5;

/** "3 tasks", "Задачи: 3": in the plural of the pack, where it has one. */
export function countText(count: number, record: PackRecord, speech: Speech): string {
  const one = nounOf(record, speech);
  return texts[speech].count(
    count,
    count === 1 && speech === "en" ? one : (record.plural?.[speech] ?? texts[speech].several(one)),
  );
}

/** The conditions that records had to meet, as they were read: "assignee Anna, deadline until 2026-11-19, open". */
export function describeSet(set: RecordSet, deps: Deps): string[] {
  const record = deps.ready.pack.records[set.kind];
  if (record === undefined) return [];
  const marks = marksIn(set.tests, { record, deps });
  const rest = set.tests.filter((test) => !marks.some(({ tests }) => holds(tests, test)));
  const said = rest.flatMap((test) => testText(test, { record, deps }));
  return [...new Set([...said, ...marks.map(({ name }) => name), ...pickText(set, { record, deps })])];
}

type SetDeps = { record: PackRecord; deps: Deps };

/** The adjectives of the pack whose tests the set has: "overdue" instead of a day and the states it leaves out. */
function marksIn(tests: readonly Test[], { record, deps }: SetDeps): { name: string; tests: readonly Test[] }[] {
  const known = record.marks.map(({ says, where, label }) => ({
    name: textOf(spoken(label ?? null, deps.speech)) || nounOf({ says }, deps.speech),
    tests: where.flatMap((one) => toTest(one, deps.context)),
  }));
  const fitting = known.filter((mark) => mark.tests.every((test) => holds(tests, test)));
  // "Overdue" includes "open".
  return fitting.filter(
    (mark) =>
      !fitting.some(
        (other) => mark.tests.length < other.tests.length && mark.tests.every((test) => holds(other.tests, test)),
      ),
  );
}

function holds(tests: readonly Test[], test: Test): boolean {
  return tests.some((one) => isDeepStrictEqual(one, test));
}

function testText(test: Test, { record, deps }: SetDeps): string[] {
  const words = texts[deps.speech];
  const label = fieldLabel(test.field, record, deps.speech);
  const value = (one: Parameters<typeof labelOf>[0]): string => labelOf(one, { field: test.field, record }, deps);
  switch (test.op) {
    case "is":
      return [`${label} ${[...new Set(test.values)].map(value).join(", ")}`];
    case "not":
      if (isDeepStrictEqual(test.values, record.final[test.field])) return [words.open];
      return [words.except(`${label} ${test.values.map(value).join(", ")}`)];
    case "between":
      return [`${label} ${rangeText(test, { value, words })}`];
    case "has":
      return [`${label} «${test.text}»`];
    case "clock":
      return [`${label} ${words.between(clockText(test.low), clockText(test.high))}`];
    case "empty":
      return [`${label}: ${words.empty}`];
    case "ids":
      return namesText(test, { record, deps });
    default:
      return test satisfies never;
  }
}

type RangeTexts = { value: (one: Json) => string; words: (typeof texts)[Speech] };

function rangeText({ low, high }: Extract<Test, { op: "between" }>, { value, words }: RangeTexts): string {
  const isMore = typeof low === "number" && isStepFrom(low - leastStep);
  const isLess = typeof high === "number" && isStepFrom(high + leastStep);
  if (isMore && high === undefined) return words.more(value(Math.round(low - leastStep)));
  if (isLess && low === undefined) return words.less(value(Math.round(high + leastStep)));
  const [from, to] = [low, high].map((one) => (one === undefined ? undefined : value(one)));
  return words.between(from, to);
}

/** Whether an amount is one step away from a whole number: "more than a million" is kept as a million and a cent. */
function isStepFrom(amount: number): boolean {
  return Math.abs(amount - Math.round(amount)) < leastStep / 2;
}

function namesText({ field, ids, not }: Extract<Test, { op: "ids" }>, { record, deps }: SetDeps): string[] {
  const rows = (deps.context.world.rows.get(kindOf(record, deps)) ?? []).filter((row) => ids.has(textOf(row[field])));
  if (rows.length === 0 || rows.length > mostNames) return [];
  const names = rows.map((row) => textOf(row[record.name])).join("; ");
  return [not === true ? texts[deps.speech].except(names) : names];
}

function kindOf(record: PackRecord, { ready }: Deps): string {
  return Object.keys(ready.pack.records).find((kind) => ready.pack.records[kind] === record) ?? "";
}

function pickText({ pick }: RecordSet, { record, deps }: SetDeps): string[] {
  if (pick === undefined || pick.nth === true) return [];
  const isNumber = record.fields[pick.by]?.type === "number";
  const end = { first: isNumber ? "smallest" : "earliest", last: isNumber ? "largest" : "latest" } as const;
  return [texts[deps.speech].pick(pick.count, { end: end[pick.end], field: fieldLabel(pick.by, record, deps.speech) })];
}

function clockText(minutes: number | undefined): string | undefined {
  if (minutes === undefined) return undefined;
  return `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;
}

export function fieldLabel(field: string, record: PackRecord, speech: Speech): string {
  const says = record.fields[field]?.says ?? [];
  return nounOf({ says: says.length > 0 ? says : [field] }, speech);
}
