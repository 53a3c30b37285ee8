import { memoize } from "../../plan/bounded-cache.ts";
import { languages } from "../../language/languages.ts";
import type { Reading } from "../../language/reading.ts";
import type { LanguageCode, Token } from "../../language/words/token.ts";
import { hasRole } from "../../language/words/roles.ts";
import type { Kind } from "./kinds.ts";

/** A shorter word is one letter away from too many others. */
const shortest = 5;
const mostWords = 1_000;

/**
 * The reading with the nouns of kinds as they are spelt, where a word that nobody knows is one slip away from one:
 * "qoutes". One consonant for another is no slip: "tanks" are no tasks.
 */
export function withNouns(reading: Reading, kinds: readonly Kind[]): Reading {
  const meant = new Map<number, Token>();
  for (const { kind, start, end } of reading.spans) {
    const token = reading.tokens[start];
    if (kind !== "unknown" || end !== start + 1 || token === undefined || token.capital) continue;
    if (token.lower.length < shortest || namesKind(token, kinds)) continue;
    const noun = slips(`${token.lang}:${token.lower}`).find((one) => namesKind(one, kinds));
    if (noun !== undefined) meant.set(start, { ...token, ...noun });
  }
  if (meant.size === 0) return reading;
  const tokens = reading.tokens.map((token, at) => meant.get(at) ?? token);
  const spans = reading.spans.map((span) => {
    const noun = span.kind === "unknown" ? meant.get(span.start) : undefined;
    return noun === undefined ? span : { ...span, text: noun.lower };
  });
  return { ...reading, tokens, spans };
}

type Word = Pick<Token, "lower" | "stem" | "lang">;

/** A list of records by what it is called, or by what its records are to a business. */
function namesKind({ lower, stem, lang }: Word, kinds: readonly Kind[]): boolean {
  const stems = [stem, ...languages[lang].meanings(stem)];
  return kinds.some(
    ({ rows, heads, roles }) =>
      rows !== undefined &&
      (stems.some((one) => heads.has(one)) || roles.some((role) => role !== "thing" && hasRole(lower, role))),
  );
}

const vowels = /^[aeiouyаеёиоуыэюя]$/;
const letters: Readonly<Record<"Latin" | "Cyrillic", string>> = {
  Latin: "abcdefghijklmnopqrstuvwxyz",
  Cyrillic: "абвгдежзийклмнопрстуфхцчшщъыьэюя",
};

/** What a word may have been meant for: two letters swapped, one too many, one too few, one vowel for another. The first letter is kept. */
const slips = memoize(mostWords, (key: string): readonly Word[] => {
  const lang: LanguageCode = key.startsWith("ru:") ? "ru" : key.startsWith("es:") ? "es" : "en";
  const word = key.slice(3);
  const alphabet = letters[lang === "ru" ? "Cyrillic" : "Latin"].split("");
  const found = new Set<string>();
  for (let at = 1; at <= word.length; at += 1) {
    const [head, letter, tail] = [word.slice(0, at), word.charAt(at), word.slice(at + 1)];
    if (tail !== "") found.add(`${head}${tail.charAt(0)}${letter}${tail.slice(1)}`);
    found.add(head + tail);
    for (const other of alphabet) {
      found.add(head + other + letter + tail);
      if (vowels.test(letter) && vowels.test(other)) found.add(head + other + tail);
    }
  }
  return [...found].map((lower) => ({ lower, lang, stem: languages[lang].stem(lower) }));
});
