import type { Language } from "../../language/language.ts";
import { languages } from "../../language/languages.ts";
import { createTerms, type WordForms } from "../../tools/knowledge/terms.ts";

/** How the knowledge base compares English and Russian words. */
export const bilingualTerms = createTerms(wordForms(languages.en), wordForms(languages.ru));

function wordForms(language: Language): WordForms {
  const empty = new Set([...language.functionWords, ...language.questionWords]);
  return { stem: (word) => language.stem(word), isFunctionWord: (word) => empty.has(word) };
}
