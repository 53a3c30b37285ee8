import { languages } from "../../../language/languages.ts";
import { hasConcept } from "../../../language/lexicon/has-concept.ts";
import type { ReadingContext } from "./context.ts";
import { isItem, type Item } from "../items/item.ts";
import { textFields } from "./read-create.ts";

/**
 * "A call with Acme on Friday at 3, put it in the calendar", "Jane Poe is now head of sales, update the contact": what is told first and
 * what is to be done with it behind, in the order in which it is read. Undefined where nothing is told so.
 */
export function reordered({ items, reading, world }: ReadingContext): string | undefined {
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
  const becomes = told.findLastIndex(({ text }) => hasConcept(text, "becomes"));
  const value = told.slice(becomes + 1);
  if (!isItem(name, "name") || becomes < told.indexOf(name) || !value.some(isWord)) return undefined;
  const field = [...name.refs.keys()].flatMap((kind) => {
    const record = world.pack.records[kind];
    const said = order.find((item) => isItem(item, "field") && item.senses.some((sense) => sense.kind === kind));
    const own = record === undefined ? [] : textFields(record);
    if (said !== undefined) return [said.text];
    return own.length === 1 ? (record?.fields[own[0] ?? ""]?.says.slice(0, 1) ?? []) : [];
  })[0];
  const subject = told.slice(0, becomes).filter((item) => !hasConcept(item.text, "becomes"));
  const [first, ...rest] = value;
  const words = rest.length > 0 && isItem(first, "prep") ? rest : value;
  const [start, end] = [words[0]?.start ?? 0, words.at(-1)?.end ?? 0];
  const tokens = reading.tokens.slice(start, end);
  const said = words === value ? textOf(words) : languages[tokens[0]?.lang ?? "en"].normalForm(tokens);
  return field === undefined ? undefined : `${textOf(subject)} ${field} «${said}»`;
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
