import { hasConcept } from "../../../language/lexicon/has-concept.ts";
import type { ReadingContext } from "../requests/context.ts";
import { isItem, type Item } from "../items/item.ts";
import type { Request } from "../requests/request.ts";
import type { TextReading } from "../requests/text-state.ts";
import { revalued } from "./revalue.ts";

/** "She can only do 11:30", «ему удобнее в четверг»: the one time that suits somebody, for what is not done yet. */
export function suitedTime(context: ReadingContext, { requests, isDone }: TextReading): Request[] | undefined {
  const { items } = context;
  const [only, ...others] = requests;
  const isOpen = isDone !== true && others.length === 0 && (only?.do === "create" || only?.do === "change");
  // "Better Tom, and on Thursday": somebody behind such a word is a value too.
  const isGiven = items.some((item, at) => {
    const before = items[at - 1];
    return isItem(item, "person") && item.form === "plain" && before !== undefined && suits(before);
  });
  if (only === undefined || !isOpen || isGiven || !items.some(suits) || !items.every(isPlain)) return undefined;
  const [time, ...times] = partsOf(items)
    .filter((part) => part.length === 1 || !part.some((item) => isItem(item, "polarity") && item.span.value === "not"))
    .flatMap((part) => part.filter(({ is }) => is === "time" || is === "date"));
  return time === undefined || times.length > 0 ? undefined : revalued(only, { items: [time], context });
}

/** What stands between commas and conjunctions. */
function partsOf(items: readonly Item[]): Item[][] {
  const parts: Item[][] = [[]];
  for (const item of items)
    if (item.is === "joint") parts.push([]);
    else parts.at(-1)?.push(item);
  return parts;
}

function suits({ is, text }: Item): boolean {
  return /^(?:filler|polarity|verb|word|unknown|compare)$/.test(is) && hasConcept(text, "suits");
}

function isPlain(item: Item): boolean {
  return (
    suits(item) ||
    /^(?:filler|sign|joint|prep|pronoun|whose|person|name|time|date|polarity)$/.test(item.is) ||
    (isItem(item, "quantifier") && item.span.value === "only")
  );
}
