import type { CompiledPhrase } from "./compiled-pack.ts";
import type { GoalText } from "./goal-text.ts";
import { unknownWords } from "./place-words.ts";

/** Phrases by the stems that the first word they need may begin with, so that a text is laid under few of them. */
export type PhraseIndex = {
  /** Those that can match, in the order of the pack. */
  candidates(goalText: GoalText, vocabulary: ReadonlySet<string>): readonly CompiledPhrase[];
};

const nowhere: readonly number[] = [];

export function createPhraseIndex(phrases: readonly CompiledPhrase[]): PhraseIndex {
  const byStem = new Map<string, number[]>();
  const always: number[] = [];
  for (const [at, { needs }] of phrases.entries()) {
    const [needed] = needs;
    if (needed === undefined) always.push(at);
    for (const stem of new Set(needed)) byStem.set(stem, [...(byStem.get(stem) ?? []), at]);
  }
  return {
    candidates(goalText, vocabulary) {
      // A word that nobody knows may be any word, misspelt.
      if (unknownWords({ goalText, vocabulary }).length > 0) return phrases;
      const found = [...always];
      for (const stem of goalText.places.keys()) for (const at of byStem.get(stem) ?? nowhere) found.push(at);
      found.sort((a, b) => a - b);
      return found.flatMap((at, i) => (at === found[i - 1] ? [] : (phrases[at] ?? [])));
    },
  };
}
