import { languages } from "./languages.ts";
import type { Operation } from "./operation.ts";

/** What one word may ask to be done, whatever stands around it: for names of tools and words of manifests. */
export function operationsOf(word: string): readonly Operation[] {
  const known = recent.get(word);
  if (known !== undefined) return known;
  const found = Object.values(languages)
    .flatMap(({ lexicon }) => lexicon.concepts(word))
    .filter((concept) => concept.startsWith("op."))
    .map((concept) => concept.slice("op.".length) as Operation); // the test of the lexicons holds them to the type
  if (recent.size >= mostWords) recent.clear();
  recent.set(word, found);
  return found;
}

const recent = new Map<string, readonly Operation[]>();
const mostWords = 5_000;
