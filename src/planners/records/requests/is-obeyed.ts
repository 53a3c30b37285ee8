import type { Clause } from "../../../language/clauses/clause.ts";
import type { ReadingContext } from "./context.ts";
import { isItem, type Item } from "../items/item.ts";
import type { Row } from "./request.ts";
import type { Write } from "../replies/resolve.ts";
import { textOf } from "../world/world.ts";

/** Whether a clause only forbids to touch records that it names, and no write is about them: the plan then obeys it. */
export function isObeyed(clause: Clause, writes: readonly Write[], context: ReadingContext): boolean {
  const items = context.items.filter(({ start, end }) => start >= clause.start && end <= clause.end);
  const named = items.filter(({ is }) => is === "name" || is === "key");
  if (clause.act !== "forbid" || named.length === 0) return false;
  if (!items.every((item, at) => isPlain(item) || isDeed(items, at))) return false;
  const ids = named.map((item) => idsOf(item, context));
  return ids.every((own) => own.length > 0) && !writes.some((write) => touches(write, ids.flat()));
}

function isPlain({ is }: Item): boolean {
  return /^(?:polarity|verb|kind|name|key|joint|filler|sign)$/.test(is);
}

/** The word right behind "don't" is what must not be done, whatever it means. */
function isDeed(items: readonly Item[], at: number): boolean {
  return items[at]?.is === "unknown" && items[at - 1]?.is === "polarity";
}

/** Ids of all records, of any kind, that a name or a key may refer to, as JSON. */
function idsOf(item: Item, { world }: ReadingContext): string[] {
  return Object.entries(world.pack.records).flatMap(([kind, { id, key }]) => {
    const isKeyed = (row: Row): boolean =>
      isItem(item, "key") && key !== undefined && textOf(row[key]).toLowerCase() === item.value.toLowerCase();
    const rows = isItem(item, "name")
      ? (item.refs.get(kind)?.rows ?? [])
      : (world.rows.get(kind) ?? []).filter(isKeyed);
    return rows.map((row) => JSON.stringify(row[id] ?? null));
  });
}

/** A write is also about a record that it, or the record it changes, points to: a deal of the client. */
function touches({ args, row }: Write, ids: readonly string[]): boolean {
  const said = JSON.stringify([args, row ?? null]);
  return ids.some((id) => said.includes(id));
}
