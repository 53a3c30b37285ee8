import { hasConcept } from "../../../language/lexicon/has-concept.ts";
import { buildSets } from "./build-set.ts";
import type { ReadingContext } from "../requests/context.ts";
import { textOf } from "../world/find-rows.ts";
import { isItem, type Item } from "../items/item.ts";
import { isDoubt, type Person } from "../requests/request.ts";
import type { Part } from "./roles.ts";
import { rowsOf } from "./tests.ts";

/** "The person with the most open tasks": whoever most, or fewest, of the described records belong to. */
export function withTopPerson(items: readonly Item[], context: ReadingContext): Item[] {
  const start = items.findIndex(({ is, text }) => /^(?:word|unknown)$/.test(is) && hasConcept(text, "noun.person"));
  const ranks = items.findIndex(
    (item, at) => at > start && isItem(item, "compare") && /^(?:most|least)$/.test(item.span.value),
  );
  const noun = items.findIndex((item, at) => at > ranks && isItem(item, "kind"));
  const [first, compared, said] = [items[start], items[ranks], items[noun]];
  if (first === undefined || !isItem(compared, "compare") || !isItem(said, "kind")) return [...items];
  const behind = items.findIndex(({ is }, at) => at > noun && !/^(?:option|mark|prep|filler)$/.test(is));
  const last = items
    .slice(noun, behind < 0 ? items.length : behind)
    .findLast(({ is }) => /^(?:kind|option|mark)$/.test(is));
  const described = items.filter(({ start: from, end }) => from >= compared.end && end <= (last?.end ?? 0));
  const person = ownerOf(described, said.senses[0]?.kind ?? "", { most: compared.span.value === "most", context });
  if (person === undefined || last === undefined) return [...items];
  const text = items
    .slice(start, items.indexOf(last) + 1)
    .map((one) => one.text)
    .join(" ");
  const item: Item = { start: first.start, end: last.end, text, is: "person", people: [person], form: "plain" };
  return [...items.slice(0, start), item, ...items.slice(items.indexOf(last) + 1)];
}

/** Nobody where two have as many. */
function ownerOf(
  described: readonly Item[],
  kind: string,
  { most, context }: { most: boolean; context: ReadingContext },
): Person | undefined {
  const who = context.world.pack.records[kind]?.who;
  const parts = described.map((item): Part => ({
    item,
    role: item.is === "kind" ? "target" : /^(?:option|mark)$/.test(item.is) ? "filter" : "skip",
    rule: "top",
  }));
  const sets = buildSets({ parts, kind, asks: true }, context);
  const [set] = sets === undefined || isDoubt(sets) ? [] : sets.sets;
  if (set === undefined || who === undefined) return undefined;
  const counts = Map.groupBy(rowsOf({ ...set, all: true }, context.world), (row) => textOf(row[who]));
  const [one, other] = [...counts].toSorted(([, a], [, b]) => (most ? b.length - a.length : a.length - b.length));
  if (one === undefined || one[1].length === other?.[1].length) return undefined;
  return context.world.people.find(({ id }) => id === one[0]) ?? { id: one[0], name: one[0] };
}
