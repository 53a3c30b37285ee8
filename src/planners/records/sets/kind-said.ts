import { type Item, isItem, type ItemOf } from "../items/item.ts";
import type { Part } from "./roles.ts";

/** How well the nouns fit the kind; undefined where one names another kind and belongs to no name. */
export function kindScore(parts: readonly Part[], kind: string, asks: boolean): number | undefined {
  let score = 0;
  for (const [at, { item, role }] of parts.entries()) {
    if (role === "field" && isItem(item, "field")) {
      if (!item.senses.some((sense) => sense.kind === kind)) return undefined;
      score += 0.5;
    }
    if (role !== "target" || (item.is !== "kind" && item.is !== "place")) continue;
    // Several records that change are of the kind that a noun means first.
    const isOther = !asks && isItem(item, "kind") && item.many && item.senses[0]?.kind !== kind;
    if (!isOther && item.senses.some((sense) => sense.kind === kind)) score += 3;
    else if (parts[at + 1]?.item.is !== "name" && !isOfName(item, parts[at - 1]?.item)) return undefined;
  }
  return score;
}

/** "The marketing team": the noun behind the name of one. */
function isOfName({ senses }: ItemOf<"kind"> | ItemOf<"place">, before: Item | undefined): boolean {
  return isItem(before, "name") && senses.some(({ kind }) => before.refs.has(kind));
}

export function asksMany(parts: readonly Part[]): boolean {
  return parts.some(({ item, role }) => item.is === "mark" || (role === "target" && isItem(item, "kind") && item.many));
}

/** Whether the noun for the kind was said: one word from the middle of a name needs it. */
export function saysKind(parts: readonly Part[], kind: string): boolean {
  return parts.some(
    ({ item, role }) => role === "target" && isItem(item, "kind") && item.senses.some((sense) => sense.kind === kind),
  );
}

/** Whether a field of the kind was said, or where it is put: "I lost the catalogue" tells of something else. */
export function isOfKind(parts: readonly Part[], kind: string): boolean {
  const orders = parts.some(({ item }) => isItem(item, "verb") && item.form === "imperative");
  return parts.some(({ item, role, rule }) => {
    const isField = role === "field" && isItem(item, "field");
    const isPut = role === "value" && isItem(item, "option") && (orders || rule !== "option.predicate");
    return (isField || isPut) && item.senses.some((sense) => sense.kind === kind);
  });
}
