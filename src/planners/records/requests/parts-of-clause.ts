import { hasConcept } from "../../../language/lexicon/has-concept.ts";
import { changes, settles } from "../../../language/words/operation.ts";
import { isItem, type Item } from "../items/item.ts";

/** "… and leave C": what is named beside it stays as it is. */
export function isSpared({ is, text }: Item): boolean {
  return (is === "verb" && hasConcept(text, "spares")) || (is === "filler" && hasConcept(text, "act.cancel"));
}

/** "B to Ann", "B on Friday": somebody or a day that a record gets. */
function isPutAt(items: readonly Item[], at: number): boolean {
  const [item, lead] = [items[at], items[at - 1]];
  const isLed = isItem(lead, "prep") && lead.role !== "owner" && lead.role !== "source";
  return (isItem(item, "person") && (isLed || item.form.includes("dative"))) || (item?.is === "date" && isLed);
}

/** "The first", "the others" of what was shown. */
export function isPlaced(item: Item): boolean {
  return (isItem(item, "number") && item.span.ordinal === true) || isRest(item);
}

export function isRest(item: Item): boolean {
  return isItem(item, "quantifier") && item.span.value === "rest";
}

/** "A to X, B to Y", "close A, B to review": parts of a clause that each have a record and a value. */
export function parted(items: readonly Item[]): Item[][] {
  const isSettled = (some: readonly Item[]): boolean => some.some((item) => isItem(item, "verb") && settles(item.op));
  const isOrder = (item: Item): boolean => isItem(item, "verb") && item.form === "imperative" && changes(item.op);
  const isWhole = (some: readonly Item[], beside: readonly Item[]): boolean =>
    // «Срок сдвинь, а B отдай Анне»: each has its verb.
    (some.some(isOrder) && beside.some(isOrder)) ||
    (some.some((item) => /^(?:key|name)$/.test(item.is) || isPlaced(item)) &&
      (some.some((item) => /^(?:option|person|date|number|duration)$/.test(item.is) || isSpared(item)) ||
        (isSettled(some) &&
          beside.some((item, at) => item.is === "option" || item.is === "verb" || isPutAt(beside, at)))));
  const parts: Item[][] = [];
  let rest = [...items];
  for (let at = rest.findIndex(({ is }) => is === "joint"); at >= 0;) {
    const [left, right] = [rest.slice(0, at), rest.slice(at + 1)];
    if (
      isWhole(left, right) &&
      isWhole(right, left) &&
      !left.some((item) => isItem(item, "quantifier") && item.span.value === "except")
    ) {
      parts.push(left);
      rest = right;
      at = rest.findIndex(({ is }) => is === "joint");
    } else {
      const next = rest.findIndex(({ is }, i) => i > at && is === "joint");
      at = next;
    }
  }
  return [...parts, rest];
}
