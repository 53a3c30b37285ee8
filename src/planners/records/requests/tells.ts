import { conditionAt } from "../../../language/clauses/order-doubts.ts";
import { languages } from "../../../language/languages.ts";
import { hasConcept } from "../../../language/lexicon/has-concept.ts";
import type { ReadingContext } from "./context.ts";
import { isItem, type Item } from "../items/item.ts";
import { hasMeaning } from "./text-state.ts";

/**
 * What may call an order off, put it off or say whose it is, rather than tell why: "I take that back", "that was a joke", "once they pay",
 * "said Tom", "it would be wrong".
 */
export function mayCallOff(tail: readonly Item[], context: ReadingContext): boolean {
  const { spans, tokens } = context.reading;
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
  // "… the intern hoped", "… said Tom": whose thought it is, with nothing else told.
  const isThought = (item: Item | undefined): boolean => {
    const token = tokens[item?.start ?? -1];
    if (token?.kind !== "word" || languages[token.lang].verbForm(token.lower) === "infinitive") return false;
    return hasConcept(token.lower, "says") || hasConcept(token.lower, "thinks");
  };
  const isQuoted = isThought(said.at(-1)) || (said.length < 4 && said.some(isThought));
  const isDecided = said.some((item) => hasConcept(item.text, "consents")) && !isPast;
  const opens = spans.find(({ start }) => start === tail.find(({ is }) => is !== "sign")?.start);
  const isContrast = opens?.kind === "link" && opens.link !== "and" && opens.link !== "then";
  const refers = said.some((item) => item.is === "pronoun" && isOfOrder(item));
  const isAboutOrder = refers || (first !== undefined && isOfOrder(first));
  return (
    opensWhen(tail, context) || (isSpeaker && !isPast) || isAboutOrder || isModal || isQuoted || isDecided || isContrast
  );
}

/** "Once they pay", «после звонка», "according to Tom": not why, but when or by whose word. */
export function opensWhen(items: readonly Item[], { reading: { tokens } }: Pick<ReadingContext, "reading">): boolean {
  const isDated = (at: number): boolean => /^(?:date|time|number)$/.test(items[at + 1]?.is ?? "");
  return items.slice(0, 3).some(({ start }, at) => conditionAt(tokens, start) !== undefined && !isDated(at));
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
  return !isHeading && !opensWhen(items, context) && items.some((item) => isFinite(item, context));
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
