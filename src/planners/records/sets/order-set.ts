import type { PackRecord } from "../../packs/records.ts";
import type { ReadingContext } from "../requests/context.ts";
import { isItem } from "../items/item.ts";
import type { RecordSet } from "../requests/request.ts";
import type { Part } from "./roles.ts";
import { rowsOf, toTest } from "./tests.ts";
import { textOf } from "../world/world.ts";

type Ordering = { parts: readonly Part[]; record: PackRecord };

/** "The second", "the last one" of records that were shown, in the order they were shown in. */
export function nthOf(
  set: RecordSet | undefined,
  { parts, record, context }: Ordering & { context: ReadingContext },
): RecordSet | undefined {
  if (set === undefined) return undefined;
  const { list } = context.spokenOf;
  const own = rowsOf(set, context.world);
  const rows = own.length < 2 && list?.kind === set.kind ? rowsOf(list, context.world) : own;
  const places = parts.flatMap(({ item, role }) => {
    if (role !== "order") return [];
    if (isItem(item, "number")) return [item.span.value];
    if (!isItem(item, "quantifier")) return [];
    return item.span.value === "first" ? [item.span.count ?? 1] : item.span.value === "last" ? [rows.length] : [];
  });
  const [place] = places;
  const row = place === undefined ? undefined : rows[place - 1];
  if (place === undefined) return set;
  // A place behind the end of the list is no record.
  if (row === undefined)
    return rows.length < 2 ? set : { ...set, tests: [{ field: record.id, op: "ids", ids: new Set() }] };
  const id = textOf(row[record.id]);
  return {
    kind: set.kind,
    tests: [{ field: record.id, op: "ids", ids: new Set([id]) }],
    all: false,
    said: textOf(row[record.name]),
  };
}

/** "The first three", "the two biggest". */
export function withOrder(
  set: RecordSet,
  { parts, record, context }: Ordering & { context: ReadingContext },
): RecordSet {
  // One record that was picked from those shown.
  if (!set.all && set.tests.some((test) => test.op === "ids" && test.ids.size === 1)) return set;
  const number = parts.find(({ item, role }) => item.is === "number" && role === "order")?.item;
  const said = isItem(number, "number") ? number.span.value : undefined;
  for (const { item, role } of parts) {
    if (role === "order" && isItem(item, "number") && item.span.ordinal === true && record.when !== undefined) {
      const { value } = item.span;
      return {
        ...set,
        all: true,
        pick: { end: "first", count: value, by: record.when, ...(value > 1 && { nth: true }) },
      };
    }
    const rank = isItem(item, "rank") ? item.senses.find(({ kind }) => kind === set.kind) : undefined;
    if (rank !== undefined) {
      const tests = [...set.tests, ...rank.where.flatMap((test) => toTest(test, context))];
      return { ...set, tests, all: true, pick: { end: rank.end, count: said ?? 1, by: rank.by } };
    }
    if (isItem(item, "compare") && (item.span.value === "most" || item.span.value === "least")) {
      const by = doneField(parts) ?? Object.entries(record.fields).find(([, { type }]) => type === "number")?.[0];
      if (by === undefined) continue;
      return { ...set, all: true, pick: { end: item.span.value === "most" ? "last" : "first", count: said ?? 1, by } };
    }
    const ranked = isItem(item, "quantifier") && item.span.value === "first" ? numberField(parts, record) : undefined;
    if (ranked !== undefined && isItem(item, "quantifier"))
      return { ...set, all: true, pick: { end: "last", count: item.span.count ?? said ?? 1, by: ranked } };
    if (
      isItem(item, "quantifier") &&
      (item.span.value === "first" || item.span.value === "last") &&
      record.when !== undefined
    )
      return {
        ...set,
        all: true,
        pick: { end: item.span.value, count: item.span.count ?? said ?? 1, by: record.when },
      };
  }
  return set;
}

/** "Least recently contacted": the date that is renewed. */
function doneField(parts: readonly Part[]): string | undefined {
  return parts.flatMap(({ item }) => (isItem(item, "done") ? item.senses : [])).find(({ field }) => field)?.field;
}

/** "Top three by value": the amount that is named. */
function numberField(parts: readonly Part[], record: PackRecord): string | undefined {
  return parts
    .flatMap(({ item }) => (isItem(item, "field") ? item.senses : []))
    .find(({ field }) => record.fields[field]?.type === "number")?.field;
}
