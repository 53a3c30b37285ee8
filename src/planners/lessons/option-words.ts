import { languages } from "../../language/languages.ts";
import { dictionaryForms } from "../../language/russian/concepts/index.ts";
import type { Json } from "../../plan/json.ts";

/** Words that mean an English stem, by the stem. */
let byMeaning: ReadonlyMap<string, readonly string[]> | undefined;

function wordsByMeaning(): ReadonlyMap<string, readonly string[]> {
  if (byMeaning !== undefined) return byMeaning;
  const found = new Map<string, string[]>();
  for (const word of dictionaryForms())
    for (const meaning of languages.ru.meanings(languages.ru.stem(word))) {
      const list = found.get(meaning) ?? [];
      list.push(word);
      found.set(meaning, list);
    }
  byMeaning = found;
  return found;
}

/** How people name an option of a parameter: its own words, and the Russian words for a single one. */
export function wordsFor(option: Json): string[] {
  if (typeof option !== "string") return [];
  const name = option
    .replaceAll(/([a-z])([A-Z])/g, "$1 $2")
    .replaceAll(/[_-]+/g, " ")
    .toLowerCase()
    .trim();
  if (!/^[\p{L}\p{N} ]+$/u.test(name)) return [];
  return [name, ...(name.includes(" ") ? [] : (wordsByMeaning().get(languages.en.stem(name)) ?? []))];
}
