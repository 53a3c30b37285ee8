import { once } from "../../../plan/once.ts";
import { stem as stemEnglish } from "../../english/stem.ts";
import type { Token } from "../../words/token.ts";
import { stemRussian } from "../stem.ts";
import { actions } from "./actions.ts";
import { everyday } from "./everyday.ts";
import { measures } from "./measures.ts";
import { states } from "./states.ts";
import { work } from "./work.ts";

/** Each word or phrase of one side may stand for each of the other. The words of a phrase are joined by underscores. */
type Concept = { russian: readonly string[]; english: readonly string[] };
type Phrase = { stems: readonly string[]; meanings: readonly string[] };

const nouns = once(() => [...concepts(work), ...concepts(everyday), ...concepts(measures)]);
const all = once(() => [...nouns(), ...concepts(states), ...concepts(actions)]);
const translations = once(() => byStem(all()));
const phrases = once(() => Map.groupBy(phrasesOf(all()), ({ stems: [first = ""] }) => first));
const words = once(() => byEnglish([...nouns(), ...concepts(states)]));

/** Dictionary forms of nouns and adjectives. */
export function dictionaryForms(): readonly string[] {
  return [...new Set(nouns().flatMap(({ russian }) => russian.filter(isSingle)))];
}

/** The English stems a Russian stem may stand for, so that Russian text finds an English manifest. */
export function translationsOf(stem: string): readonly string[] {
  return translations().get(stem) ?? [];
}

/** The English stems that the phrase at this token may stand for: «угарный газ». */
export function phraseAt(tokens: readonly Token[], at: number): readonly string[] | undefined {
  return phrases()
    .get(tokens[at]?.stem ?? "")
    ?.find(({ stems }) => stems.every((stem, i) => tokens[at + i]?.stem === stem))?.meanings;
}

/** Russian words and phrases for an English word, or for several words joined by spaces. */
export function russianFor(english: string): readonly string[] {
  return words().get(englishKey(english.split(" "))) ?? [];
}

function isSingle(word: string): boolean {
  return !word.includes("_");
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

function englishKey(parts: readonly string[]): string {
  return parts.map((part) => stemEnglish(part.toLowerCase())).join(" ");
}

function meaningsOf({ english }: Concept): string[] {
  return english.flatMap((one) => one.split("_").map((part) => stemEnglish(part.toLowerCase())));
}

function byStem(list: readonly Concept[]): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, Set<string>>();
  for (const concept of list)
    for (const word of concept.russian.filter(isSingle)) {
      const stem = stemRussian(word);
      const meanings = found.get(stem) ?? new Set<string>();
      for (const meaning of meaningsOf(concept)) meanings.add(meaning);
      found.set(stem, meanings);
    }
  return new Map([...found].map(([stem, meanings]) => [stem, [...meanings]]));
}

/** Longer phrases first. */
function phrasesOf(list: readonly Concept[]): Phrase[] {
  return list
    .flatMap((concept) =>
      concept.russian
        .filter((word) => !isSingle(word))
        .map((word) => ({ stems: word.split("_").map(stemRussian), meanings: meaningsOf(concept) })),
    )
    .toSorted((a, b) => b.stems.length - a.stems.length);
}

function byEnglish(list: readonly Concept[]): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, Set<string>>();
  for (const { russian, english } of list)
    for (const one of english) {
      const key = englishKey(one.split("_"));
      const said = found.get(key) ?? new Set<string>();
      for (const word of russian) said.add(word.replaceAll("_", " "));
      found.set(key, said);
    }
  return new Map([...found].map(([key, said]) => [key, [...said]]));
}
