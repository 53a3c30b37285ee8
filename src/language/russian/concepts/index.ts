import { stem as stemEnglish } from "../../english/stem.ts";
import { stemRussian } from "../stem.ts";
import { actions } from "./actions.ts";
import { everyday } from "./everyday.ts";
import { work } from "./work.ts";

type Concept = { russian: readonly string[]; english: readonly string[] };

const nouns = [...concepts(work), ...concepts(everyday)];

/** Dictionary forms of nouns and adjectives. */
export const dictionaryForms: readonly string[] = [...new Set(nouns.flatMap(({ russian }) => russian))];

/** Russian stem to the English stems it may stand for, so that Russian text finds an English manifest. */
export const translations: ReadonlyMap<string, readonly string[]> = byStem([...concepts(actions), ...nouns]);

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
