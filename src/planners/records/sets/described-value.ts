import type { Json } from "../../../plan/json.ts";
import { buildSets } from "./build-set.ts";
import type { ReadingContext } from "../requests/context.ts";
import { isItem, type Item } from "../items/item.ts";
import { isDoubt, type RecordSet } from "../requests/request.ts";
import { assignRoles } from "./roles.ts";
import { rowsOf } from "./tests.ts";

/** What stands in a field of one other record, the items that say so, and that record as a set to refer to. */
export type DescribedValue = { value: Json; field: string; set: RecordSet; items: readonly Item[] };

/** "The sender of the last email", "the event name": a field of a record that is described beside it, or was spoken of. */
export function describedValue(
  items: readonly Item[],
  own: string,
  context: ReadingContext,
): DescribedValue | undefined {
  for (const [at, item] of items.entries()) {
    if (!isItem(item, "field")) continue;
    const behind = behindOf(items, at);
    for (const { kind, field } of item.senses) {
      if (kind === own) continue;
      const noun = items[at - 1];
      const isSpoken = isItem(noun, "kind") && noun.senses.some((sense) => sense.kind === kind);
      const set = behind.length > 0 ? setOf(behind, kind, context) : isSpoken ? context.spokenOf.set : undefined;
      const rows = set?.kind === kind ? rowsOf(set, context.world) : [];
      const value = rows.length === 1 ? rows[0]?.[field] : undefined;
      if (set === undefined || value === undefined || value === null) continue;
      const start = behind.length > 0 ? at : at - 1;
      return { value, field, set, items: items.slice(start, at + 1 + (behind.length > 0 ? behind.length + 1 : 0)) };
    }
  }
  return undefined;
}

/** The words behind "of", as far as they hang together. */
function behindOf(items: readonly Item[], at: number): Item[] {
  const prep = items[at + 1];
  if (!isItem(prep, "prep") || prep.role !== "owner") return [];
  const gap = items.findIndex((item, i) => i > at + 1 && item.start !== items[i - 1]?.end);
  return items.slice(at + 2, gap < 0 ? items.length : gap);
}

function setOf(items: readonly Item[], kind: string, context: ReadingContext): RecordSet | undefined {
  for (const { parts } of assignRoles({ items, mode: "ask" })) {
    const isNamed = parts.some(({ item }) => isItem(item, "kind") && item.senses.some((sense) => sense.kind === kind));
    if (!isNamed || parts.some(({ role }) => role === "unread")) continue;
    const made = buildSets({ parts, kind, asks: false }, context);
    if (made !== undefined && !isDoubt(made)) return made.sets[0];
  }
  return undefined;
}
