import type { DateSetting } from "../../../language/language.ts";
import { languages } from "../../../language/languages.ts";
import { firstOperation } from "../../../language/words/operation.ts";
import { read } from "../../../language/reading.ts";
import { tokenize } from "../../../language/words/tokenize.ts";
import { peopleIn } from "../world/names.ts";
import { senseTable } from "../world/senses.ts";
import type { World } from "../world/world.ts";

/** A message as it is meant: a misspelt order, and names of people that replace each other, as anybody would write them. */
export function plainText(text: string, world: World, setting: DateSetting): string {
  return withCapitals(withVerb(text, world, setting), world, setting);
}

/** "Mvoe it to review": where no verb is known, the word that opens the text as a verb two keys of which were swapped, missed or hit twice. */
function withVerb(text: string, { pack }: World, setting: DateSetting): string {
  const { spans, tokens } = read(text, setting);
  const first = tokens.findIndex(({ kind }) => kind === "word");
  const token = tokens[first];
  const isKnown = spans.some(
    ({ kind, start }) => kind === "verb" || kind === "question" || (start === first && kind !== "unknown"),
  );
  const isPacks = senseTable(pack).has(token?.stem ?? "");
  if (token === undefined || isKnown || isPacks || token.lower.length < 4 || tokens.length < 3) return text;
  const language = languages[token.lang];
  const meant = new Map(
    misspellings(token.lower).flatMap((word) => {
      const op = language.verbForm(word) === "imperative" ? firstOperation(language.lexicon.concepts(word)) : undefined;
      return op === undefined ? [] : [[op, word] as const];
    }),
  );
  const [word, ...others] = meant.values();
  if (word === undefined || others.length > 0) return text;
  return `${text.slice(0, token.from)}${word}${text.slice(token.to)}`;
}

/** Words that one slip of the hand makes of another: two letters swapped, one doubled, one of two left out. */
function misspellings(word: string): string[] {
  return Array.from(word).flatMap((letter, at) => {
    const [head, tail] = [word.slice(0, at), word.slice(at + 1)];
    const swapped = tail === "" ? [] : [`${head}${tail[0] ?? ""}${letter}${tail.slice(1)}`];
    return [...swapped, `${head}${letter}${letter}${tail}`, ...(letter === tail[0] ? [head + tail] : [])];
  });
}

/** "To ann, no, tom": only as names are two words seen to replace each other. */
function withCapitals(text: string, world: World, setting: DateSetting): string {
  const tokens = tokenize(text);
  const people = peopleIn(tokens, world);
  if (people.length < 2) return text;
  const capitals = people.reduce((all, { start }) => {
    const at = tokens[start]?.from ?? 0;
    return `${all.slice(0, at)}${all.charAt(at).toUpperCase()}${all.slice(at + 1)}`;
  }, text);
  return read(capitals, setting).source === capitals ? text : capitals;
}

/** "And next?" after a week: the message with the word for the period that it leaves out. */
export function withPeriod(text: string, before: readonly string[], setting: DateSetting): string {
  const { spans, tokens } = read(text, setting);
  const isTimed = spans.some(({ kind }) => kind === "date" || kind === "interval");
  if (isTimed || tokens.length > longestEllipsis) return text;
  const period = before
    .flatMap((line) => read(line, setting).spans)
    .findLast(
      (span) =>
        (span.kind === "date" || span.kind === "interval") && /^(?:week|month|quarter|year)$/.test(span.granularity),
    );
  const noun = period?.text.split(" ").at(-1) ?? "";
  const whole = text.replace(/[\s?!.]*$/, (end) => ` ${noun}${end}`);
  const at = whole.lastIndexOf(` ${noun}`);
  const isMeant = read(whole, setting).spans.some(
    ({ kind, from, to }) => (kind === "date" || kind === "interval") && from < at && to > at,
  );
  return noun !== "" && isMeant ? whole : text;
}

const longestEllipsis = 6;
