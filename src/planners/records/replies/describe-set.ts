import { isDeepStrictEqual } from "node:util";
import { clockText } from "../../../language/zone.ts";
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
import { fieldLabel, labelOf, nounOf } from "./labels.ts";
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
  const place: SetDeps = { kind: set.kind, record, deps };
  const marks = marksIn(set.tests, place);
  const rest = set.tests.filter((test) => !marks.some(({ tests }) => holds(tests, test)));
  const said = rest.flatMap((test) => testText(test, place));
  return [...new Set([...said, ...marks.map(({ name }) => name), ...pickText(set, place)])];
}

type SetDeps = { kind: string; record: PackRecord; deps: Deps };

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

function testText(test: Test, place: SetDeps): string[] {
  const { record, deps } = place;
  const words = texts[deps.speech];
  const label = fieldLabel(test.field, record, deps.speech);
  const timeOf = (at: number | undefined): string | undefined => (at === undefined ? undefined : clockText(at));
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
      return [`${label} ${words.between(timeOf(test.low), timeOf(test.high))}`];
    case "empty":
      return [`${label}: ${words.empty}`];
    case "ids":
      return namesText(test, place);
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

function namesText({ field, ids, not }: Extract<Test, { op: "ids" }>, { kind, record, deps }: SetDeps): string[] {
  const rows = (deps.context.world.rows.get(kind) ?? []).filter((row) => ids.has(textOf(row[field])));
  if (rows.length === 0 || rows.length > mostNames) return [];
  const names = rows.map((row) => textOf(row[record.name])).join("; ");
  return [not === true ? texts[deps.speech].except(names) : names];
}

function pickText({ pick }: RecordSet, { record, deps }: SetDeps): string[] {
  if (pick === undefined || pick.nth === true) return [];
  const isNumber = record.fields[pick.by]?.type === "number";
  const end = { first: isNumber ? "smallest" : "earliest", last: isNumber ? "largest" : "latest" } as const;
  return [texts[deps.speech].pick(pick.count, { end: end[pick.end], field: fieldLabel(pick.by, record, deps.speech) })];
}
