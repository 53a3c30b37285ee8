import type { ReadingContext } from "../requests/context.ts";
import { isItem } from "../items/item.ts";
import { trimmed } from "../requests/read-text.ts";
import type { Request } from "../requests/request.ts";
import type { TextReading } from "../requests/text-state.ts";

/** "Call it Posters", «назови её Постеры»: another name for the one new record that is not made yet. */
export function renamedNew({ items, reading, world }: ReadingContext, before: TextReading): Request[] | undefined {
  const [only, ...others] = before.requests;
  const name = only?.do === "create" ? world.pack.records[only.kind]?.name : undefined;
  const verb = items.find((item) => isItem(item, "verb"));
  if (only?.do !== "create" || others.length > 0 || before.isDone === true || name === undefined) return undefined;
  if (!isItem(verb, "verb") || verb.op !== "rename" || verb.form !== "imperative") return undefined;
  const first = items.find(
    ({ start, is }) => start >= verb.end && !/^(?:pronoun|prep|filler|field|kind|sign)$/.test(is),
  );
  if (first === undefined || items.some(({ is }) => is === "key")) return undefined;
  const text = trimmed(reading.source.slice(reading.tokens[first.start]?.from)).replace(/[.!]+$/, "");
  const value = { is: "json" as const, value: text, shown: text };
  const changes = [{ field: name, value }, ...only.changes.filter(({ field }) => field !== name)];
  return [{ ...only, changes, missing: only.missing.filter((field) => field !== name) }];
}
