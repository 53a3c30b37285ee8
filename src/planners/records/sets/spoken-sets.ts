import type { ReadingContext } from "../requests/context.ts";
import { textOf } from "../world/find-rows.ts";
import { isItem, type Item } from "../items/item.ts";
import type { RecordSet, Request, Row } from "../requests/request.ts";

/** The records that the names of a statement stand for, by kind, the surest first, and behind them those of the same client. */
export function namedSets(items: readonly Item[], context: ReadingContext): RecordSet[] {
  const names = items.flatMap((item) => (isItem(item, "name") ? [item] : []));
  const [first] = names;
  if (first === undefined) return keyedSets(items, context);
  const { records } = context.world.pack;
  // "A and B": each is one record.
  const joined = new Set<string>();
  const setOf = (kind: string, rows: readonly Row[]): RecordSet => {
    const id = records[kind]?.id ?? "";
    const ids = new Set(rows.map((row) => textOf(row[id])));
    const all = joined.has(kind);
    const said = all ? names.map(({ text }) => text).join(", ") : first.text;
    return { kind, tests: [{ field: id, op: "ids", ids }], all, said };
  };
  const refs = [...new Set(names.flatMap(({ refs }) => [...refs.keys()]))].flatMap((kind) => {
    const [own, ...others] = names.flatMap((name) => name.refs.get(kind) ?? []);
    const same = (own?.rows ?? []).filter((row) => others.every(({ rows }) => rows.includes(row)));
    if (own === undefined) return [];
    const each = names.flatMap((name) => {
      const rows = name.refs.get(kind)?.rows ?? [];
      return rows.length === 1 ? rows : [];
    });
    if (same.length > 0) return [{ kind, level: own.level, rows: same }];
    if (each.length < names.length) return [];
    joined.add(kind);
    return [{ kind, level: own.level, rows: each }];
  });
  const order = ["exact", "head", "part"];
  const sure = refs
    .filter(({ kind, level, rows }) => level === "exact" || rows.length === 1 || joined.has(kind))
    .toSorted((a, b) => order.indexOf(a.level) - order.indexOf(b.level));
  const related = Object.entries(records).flatMap(([kind, { about }]) => {
    const rows = refs.some((one) => one.kind === kind) ? [] : relatedRows(sure, { kind, about }, context);
    return rows.length === 0 ? [] : [{ kind, rows }];
  });
  return [...sure, ...related].map(({ kind, rows }) => setOf(kind, rows));
}

/** Records that are named by a short name. */
function keyedSets(items: readonly Item[], { world }: ReadingContext): RecordSet[] {
  const keys = items.flatMap((item) => (isItem(item, "key") ? [item] : []));
  const said = new Set(keys.map(({ value }) => value.toLowerCase()));
  return Object.entries(world.pack.records).flatMap(([kind, { key, id }]) => {
    const rows =
      key === undefined ? [] : (world.rows.get(kind) ?? []).filter((row) => said.has(textOf(row[key]).toLowerCase()));
    const ids = new Set(rows.map((row) => textOf(row[id])));
    const names = keys.map(({ text }) => text).join(", ");
    return rows.length === 0
      ? []
      : [{ kind, tests: [{ field: id, op: "ids", ids }], all: rows.length > 1, said: names }];
  });
}

/** Records of a kind that belong to what the named ones are, or belong to as well: the deals of a contact's client. */
function relatedRows(
  named: readonly { kind: string; rows: readonly Row[] }[],
  { kind, about }: { kind: string; about: readonly string[] },
  { world: { pack, rows } }: ReadingContext,
): readonly Row[] {
  const fieldsOf = (other: string): Record<string, { of?: string | undefined }> => pack.records[other]?.fields ?? {};
  const ids = new Set(
    about.flatMap((field) => {
      const of = fieldsOf(kind)[field]?.of;
      return named.flatMap((one) => {
        const links = Object.keys(fieldsOf(one.kind)).filter((name) => fieldsOf(one.kind)[name]?.of === of);
        const fields = one.kind === of ? [pack.records[of]?.id ?? ""] : links;
        return one.rows.flatMap((row) => fields.map((name) => `${field} ${textOf(row[name])}`));
      });
    }),
  );
  return (rows.get(kind) ?? []).filter((row) => about.some((field) => ids.has(`${field} ${textOf(row[field])}`)));
}

/** Several named records, as one set to refer to. */
export function together(requests: readonly Request[], { kind }: RecordSet): RecordSet {
  const sets = requests.flatMap((one) => ("set" in one && one.set.kind === kind ? [one.set] : []));
  const ids = new Set(
    sets.flatMap(({ tests }) => tests.flatMap((test) => (test.op === "ids" && test.not !== true ? [...test.ids] : []))),
  );
  return {
    kind,
    tests: [{ field: "id", op: "ids", ids }],
    all: true,
    said: sets.map(({ said }) => said).join(", "),
  };
}
