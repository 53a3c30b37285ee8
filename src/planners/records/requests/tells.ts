import { languages } from "../../../language/languages.ts";
import { hasConcept } from "../../../language/lexicon/has-concept.ts";
import type { ReadingContext } from "./context.ts";
import { isItem, type Item } from "../items/item.ts";
import { hasMeaning } from "./text-state.ts";

/**
 * What may call an order off, put it off or say whose it is, rather than tell why: "I take that back", "that was a joke", "once they pay",
 * "said Tom", "it would be wrong".
 */
export function mayCallOff(tail: readonly Item[], { reading: { spans, tokens } }: ReadingContext): boolean {
  const said = tail.filter(({ is }) => is !== "sign" && is !== "joint");
  const [first, ...rest] = said;
  const at = spans.find(({ start }) => start === first?.start);
  const isPast = rest.some(({ start }) => {
    const token = tokens[start];
    return token?.kind === "word" && languages[token.lang].verbForm(token.lower) === "past";
  });
  const isSpeaker = at?.kind === "pronoun" && (at.of === "speaker" || at.of === "group");
  const isOfOrder = (item: Item): boolean => hasConcept(tokens[item.start]?.lower ?? "", "of.order");
  const isModal = said.some(({ text }) => hasConcept(text, "could") || hasConcept(text, "wish"));
  const isQuoted = said.length < 4 && said.some(({ text }) => hasConcept(text, "says"));
  const refers = said.some((item) => item.is === "pronoun" && isOfOrder(item));
  const isAboutOrder = refers || (first !== undefined && isOfOrder(first));
  return opensWhen(tail) || (isSpeaker && !isPast) || isAboutOrder || isModal || isQuoted;
}

/** "Once they pay", «после звонка»: not why, but when. */
export function opensWhen(items: readonly Item[]): boolean {
  const words = items.slice(0, 4).flatMap(({ text }) => text.toLowerCase().split(" "));
  return words.slice(0, 3).some((word) => hasConcept(word, "opens.when"));
}

/** A verb that tells: by its form, its ending, or because it is a small one ("is", "has"). */
export function isFinite(item: Item, { reading }: ReadingContext): boolean {
  if (isItem(item, "verb")) return item.form !== "imperative" && item.form !== "infinitive";
  const token = reading.tokens[item.start];
  if (token?.kind !== "word" || !/^(?:unknown|word|filler|sign)$/.test(item.is)) return false;
  const language = languages[token.lang];
  const form = language.verbForm(token.lower) ?? "";
  if (item.is === "filler") return form === "past" || language.lexicon.concepts(token.lower).includes("ask.whether");
  return /^(?:past|present|participle)$/.test(form);
}

/** "The client is angry": news, before an order. A few words without a verb, or before a colon, may be what the order is only quoted by. */
export function isTold(items: readonly Item[], context: ReadingContext): boolean {
  const end = items.at(-1)?.end ?? 0;
  const isHeading = context.reading.tokens[end]?.text === ":" || items.at(-1)?.text === ":";
  return !isHeading && !opensWhen(items) && items.some((item) => isFinite(item, context));
}

/** "…; also feed the cat": an order by its form or its place, with a verb that nobody knows. */
export function isUnknownOrder(items: readonly Item[], { reading: { tokens } }: ReadingContext): boolean {
  const at = items.findIndex(hasMeaning);
  const [first, next] = [items[at], items[at + 1]];
  const token = tokens[first?.start ?? -1];
  if (first === undefined || token === undefined || !/^(?:unknown|word)$/.test(first.is)) return false;
  const language = languages[token.lang];
  if (language.ordersBy === "form")
    return next !== undefined && /^(?:imperative|infinitive)$/.test(language.verbForm(token.lower) ?? "");
  const word = tokens[next?.start ?? -1]?.lower ?? "";
  return next !== undefined && !token.capital && hasConcept(word, "determiner");
}
