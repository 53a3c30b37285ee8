import { languages } from "../languages.ts";

/** Whether a word means this in any language. */
export function hasConcept(text: string, concept: string): boolean {
  const word = text.toLowerCase();
  return Object.values(languages).some(({ lexicon }) => lexicon.concepts(word).includes(concept));
}
