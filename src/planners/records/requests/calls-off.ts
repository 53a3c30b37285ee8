import { isRequesting } from "../../../language/clauses/asked-order.ts";
import type { Clause } from "../../../language/clauses/clause.ts";
import type { Operation } from "../../../language/words/operation.ts";
import type { ReadingContext } from "./context.ts";
import type { Item } from "../items/item.ts";
import { strayItem } from "./stray.ts";
import { hasMeaning, type TextState } from "./text-state.ts";

/** "… I'm joking", "… undo that", "… that was a mistake": nothing but what calls off, or who speaks. */
export function isTakenBack({ act, spans }: Clause, items: readonly Item[], { reading }: ReadingContext): boolean {
  if (act !== "tell" || items.some((item) => hasMeaning(item) && item.is !== "pronoun")) return false;
  const calls = spans.some((at) => {
    const span = reading.spans[at];
    return span?.kind === "act" && span.act !== "confirm";
  });
  return calls || (items.every(({ is }) => is !== "pronoun") && strayItem(items, { reading }) !== undefined);
}

/** "We'll see", "let me check with Tom" behind an order: what is looked at is nothing that is named, and the order may wait for it. */
export function isLookAway(items: readonly Item[], op: Operation | undefined, { requests }: TextState): boolean {
  const writes = requests.some(({ do: done }) => done !== "ask");
  const isNamed = items.some(({ is }) =>
    /^(?:kind|name|key|mark|option|field|measure|question|place|quantifier|pronoun)$/.test(is),
  );
  return writes && op === "read" && !isNamed;
}

/** "Do we need to add a note: …?": a word that orders, but not with a question mark. */
export function isWeighing({ start }: Item, { reading: { source, spans, tokens } }: ReadingContext): boolean {
  const span = spans.find((one) => one.start === start && one.kind === "filler" && one.of === "politeness");
  return span !== undefined && !isRequesting(tokens, span) && /[?]\s*$/.test(source);
}
