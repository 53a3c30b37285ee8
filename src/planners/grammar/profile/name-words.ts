import { hollowWords } from "../../../language/english/manifest-patterns.ts";
import { shortForms } from "../../../language/english/short-forms.ts";
import { languages } from "../../../language/languages.ts";
import type { LanguageCode } from "../../../language/words/token.ts";

const abbreviations: ReadonlyMap<string, string> = new Map(
  shortForms
    .trim()
    .split(/,\s*/)
    .map((row) => [row.slice(0, row.indexOf(" ")), row.slice(row.indexOf(" ") + 1)] as const),
);

/** The words a name is made of: case, separators and digits at the end part them; short forms are spelt out. */
export function nameWords(name: string): string[] {
  return name
    .slice(0, 200)
    .replaceAll(/([\p{Ll}\d])(\p{Lu})/gu, "$1 $2")
    .replaceAll(/(\p{Lu}+)(\p{Lu}\p{Ll})/gu, "$1 $2")
    .replaceAll(/(\p{L})(\d)/gu, "$1 $2")
    .split(/[^\p{L}\d]+/u)
    .filter((word) => word !== "")
    .map((word) => word.toLowerCase())
    .flatMap((word) => (abbreviations.get(word) ?? word).split(" "));
}

/** Stem by the script of the word. */
export function stemOf(word: string): string {
  const code: LanguageCode = /\p{Script=Cyrillic}/u.test(word) ? "ru" : "en";
  return languages[code].stem(word);
}

/** Stems of the words of a name. */
export function nameStems(name: string): string[] {
  return nameWords(name).map((word) => stemOf(word));
}

const empty = new Set(hollowWords.split(" "));

/** Content stems of a description, in order, without repetition. */
export function contentStems(text: string): string[] {
  const words =
    text
      .slice(0, 1_500)
      .toLowerCase()
      .match(/\p{L}[\p{L}\d]*/gu) ?? [];
  return [...new Set(words.filter((word) => !empty.has(word) && word.length > 1).map((word) => stemOf(word)))];
}

/** Stems of every word of a list, small ones too. */
export function stemsOf(words: string): ReadonlySet<string> {
  return new Set(words.split(/\s+/).map((word) => stemOf(word)));
}
