import type { ReadingContext } from "./context.ts";
import { textOf } from "./find-rows.ts";
import { isItem, type Item } from "./item.ts";
import type { RecordSet, Request } from "./request.ts";

/** The one record that a statement names, and those of other kinds that its words name as well, the surest first. */
export function namedSets(items: readonly Item[], context: ReadingContext): RecordSet[] {
  const [name, ...others] = items.flatMap((item) => (isItem(item, "name") ? [item] : []));
  if (name === undefined) return [];
  const refs = [...name.refs].flatMap(([kind, { level, rows }]) => {
    const same = rows.filter((row) => others.every((other) => other.refs.get(kind)?.rows.includes(row) === true));
    const isSure = level === "exact" || same.length === 1;
    return same.length === 0 || !isSure ? [] : [{ kind, level, rows: same }];
  });
  const order = ["exact", "head", "part"];
  return refs
    .toSorted((a, b) => order.indexOf(a.level) - order.indexOf(b.level))
    .map(({ kind, rows }) => {
      const id = context.world.pack.records[kind]?.id ?? "";
      const ids = new Set(rows.map((row) => textOf(row[id])));
      return { kind, tests: [{ field: id, op: "ids", ids }], all: false, said: name.text, read: [] };
    });
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
    read: [],
  };
}
