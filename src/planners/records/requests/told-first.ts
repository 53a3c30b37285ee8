import { languages } from "../../../language/languages.ts";
import { hasConcept } from "../../../language/lexicon/has-concept.ts";
import type { ReadingContext } from "./context.ts";
import { isItem, type Item } from "../items/item.ts";
import { writesText } from "./writes-text.ts";
import { textFieldOf, textFields } from "./read-create.ts";

/**
 * "A call with Acme on Friday at 3, put it in the calendar", "Jane Poe is now head of sales, update the contact": what is told first and
 * what is to be done with it behind, in the order in which it is read. Undefined where nothing is told so.
 */
export function reordered(context: ReadingContext): string | undefined {
  const { items, reading, world } = context;
  const noted = dictated(context);
  if (noted !== undefined) return noted;
  const at = items.findLastIndex((item, i) => /^(?:joint|sign)$/.test(item.is) && isBookkeeping(items.slice(i + 1)));
  const [told, order] = [items.slice(0, at), items.slice(at + 1)];
  const verb = order.find((item) => isItem(item, "verb"));
  if (at < 1 || verb === undefined) return undefined;
  const textOf = (some: readonly Item[]): string =>
    reading.source.slice(
      reading.tokens[some[0]?.start ?? 0]?.from ?? 0,
      reading.tokens[(some.at(-1)?.end ?? 1) - 1]?.to ?? 0,
    );
  const noun = told.find((item) => isItem(item, "kind"));
  const isMade = isItem(noun, "kind") && noun.senses.some(({ kind }) => world.pack.records[kind]?.create !== undefined);
  if (isMade && !told.some(({ is }) => is === "verb")) return `${verb.text} ${textOf(told)}`;
  const name = told.find((item) => isItem(item, "name"));
  const becomes = told.findLastIndex((item) => leadsToValue(item));
  const value = told.slice(becomes + 1);
  const isAddress = value.length === 1 && value[0]?.is === "contact";
  if (!isItem(name, "name") || becomes < told.indexOf(name) || !(value.some(isWord) || isAddress)) return undefined;
  const [first, ...rest] = value;
  const words = rest.length > 0 && isItem(first, "prep") ? rest : value;
  const field = [...name.refs.keys()].flatMap((kind) => {
    const record = world.pack.records[kind];
    const said = [...order, ...told].find(
      (item) => isItem(item, "field") && item.senses.some((sense) => sense.kind === kind),
    );
    if (said !== undefined) return [said.text];
    const own = record === undefined ? undefined : textFieldOf(textOf(words), textFields(record), { kind, context });
    return record?.fields[own ?? ""]?.says.slice(0, 1) ?? [];
  })[0];
  const stop = told.findIndex((item) => item.is === "verb" || item.is === "whose" || leadsToValue(item));
  const subject = told.slice(0, stop);
  const [start, end] = [words[0]?.start ?? 0, words.at(-1)?.end ?? 0];
  const tokens = reading.tokens.slice(start, end);
  const isBent = words !== value || isItem(told[becomes], "prep");
  const said = !isBent ? textOf(words) : languages[tokens[0]?.lang ?? "en"].normalForm(tokens);
  return field === undefined ? undefined : `${textOf(subject)} ${field} «${said}»`;
}

/** "They want it in euros, jot that down on A": what is told first is the text of a note. */
function dictated({ items, reading }: ReadingContext): string | undefined {
  const at = items.findLastIndex((item, i) => /^(?:joint|sign)$/.test(item.is) && isDictation(items.slice(i + 1)));
  const [told, order] = [items.slice(0, at), items.slice(at + 1).filter(({ is }) => is !== "sign" && is !== "pronoun")];
  const names = told.filter(({ is }) => is === "name" || is === "key");
  const isNamed = order.some(({ is }) => is === "name" || is === "key");
  const target = isNamed ? [] : names.slice(0, 1);
  if (at < 1 || told.length < 2 || (!isNamed && names.length !== 1)) return undefined;
  const end = reading.tokens[(told.at(-1)?.end ?? 1) - 1]?.to ?? 0;
  return `${[...order, ...target].map(({ text }) => text).join(" ")}: ${reading.source.slice(0, end).trim()}`;
}

/** "Add that to A", «зафиксируй это»: a verb of writing down with nothing but "that" and where to. */
function isDictation(items: readonly Item[]): boolean {
  const verb = items.find((item) => isItem(item, "verb"));
  const said = items.filter(({ is }) => !/^(?:filler|sign|prep|pronoun)$/.test(is));
  const isThat = ({ text }: Item): boolean => text.split(" ").some((word) => hasConcept(word, "pron.thing"));
  const writes = verb !== undefined && isItem(verb, "verb") && verb.form !== "past" && writesText(verb);
  return (
    writes &&
    items.some((item) => isThat(item) && (item.is === "pronoun" || item === verb)) &&
    said.every(({ is, text }) => /^(?:verb|name|key|kind|operation)$/.test(is) || hasConcept(text, "noun.record"))
  );
}

/** "Is now", "changed to", «сменил на»: what it becomes stands behind it. */
function leadsToValue(item: Item): boolean {
  return hasConcept(item.text, "becomes") || (isItem(item, "prep") && /^(?:goal|place)$/.test(item.role));
}

function isWord({ is }: Item): boolean {
  return is === "unknown" || is === "word";
}

/** "Update the card", «внеси в контакты»: writing down what was told, and nothing else. */
export function isBookkeeping(items: readonly Item[]): boolean {
  const said = items.filter(({ is }) => !/^(?:filler|sign|joint|prep)$/.test(is));
  const writes = said.some(
    (item) => isItem(item, "verb") && /^(?:update|create|note|schedule)$/.test(item.op) && item.form !== "past",
  );
  return writes && said.every(({ is, text }) => isPlain.test(is) || hasConcept(text, "noun.record")) && said.length < 6;
}

const isPlain = /^(?:verb|place|pronoun|whose|kind|field)$/;
