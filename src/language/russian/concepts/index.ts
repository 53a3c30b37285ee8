import { stem as stemEnglish } from "../../english/stem.ts";
import { stemRussian } from "../stem.ts";
import { actions } from "./actions.ts";
import { everyday } from "./everyday.ts";
import { work } from "./work.ts";

type Concept = { russian: readonly string[]; english: readonly string[] };

let translations: ReadonlyMap<string, readonly string[]> | undefined;

/** Dictionary forms of nouns and adjectives. */
export function dictionaryForms(): readonly string[] {
  return [...new Set(nouns().flatMap(({ russian }) => russian))];
}

/** The English stems a Russian stem may stand for, so that Russian text finds an English manifest. */
export function translationsOf(stem: string): readonly string[] {
  translations ??= byStem([...concepts(actions), ...nouns()]);
  return translations.get(stem) ?? [];
}

function nouns(): Concept[] {
  return [...concepts(work), ...concepts(everyday)];
}

function concepts(text: string): Concept[] {
  return text
    .split(";")
    .map((entry) => entry.trim())
    .filter((entry) => entry !== "")
    .map((entry) => {
      const [russian = "", english = ""] = entry.split("=");
      return { russian: russian.trim().split(" "), english: english.trim().split(" ") };
    });
}

function byStem(all: readonly Concept[]): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, Set<string>>();
  for (const { russian, english } of all)
    for (const word of russian) {
      const stem = stemRussian(word);
      const meanings = found.get(stem) ?? new Set<string>();
      for (const meaning of english) meanings.add(stemEnglish(meaning.toLowerCase()));
      found.set(stem, meanings);
    }
  return new Map([...found].map(([stem, meanings]) => [stem, [...meanings]]));
}
