import type { TermExtractor } from "../../ports/knowledge.ts";

/** What a language adds to comparing words. */
export type WordForms = {
  /** What the forms of one word have in common. */
  stem(word: string): string;
  /** Stop words. */
  isFunctionWord(word: string): boolean;
};

/**
 * The terms of a text in English, Russian or a mix: case and ё folded, function words left out, the rest stemmed by the
 * language of its letters. A text of function words alone keeps them.
 */
export function createTerms(english: WordForms, russian: WordForms): TermExtractor {
  return (text) => {
    const words = wordsOf(text).map((word) => ({ word, forms: /\p{Script=Cyrillic}/u.test(word) ? russian : english }));
    const telling = words.filter(({ word, forms }) => !forms.isFunctionWord(word));
    return (telling.length === 0 ? words : telling).map(({ word, forms }) => forms.stem(word));
  };
}

/** The words of a text, folded; `at` and `end` are offsets into it. */
export function wordSpans(text: string): { word: string; at: number; end: number }[] {
  return [...text.matchAll(/[\p{L}\p{M}\p{N}]+/gu)].map((match) => ({
    word: fold(match[0]),
    at: match.index,
    end: match.index + match[0].length,
  }));
}

function wordsOf(text: string): string[] {
  return wordSpans(text).map(({ word }) => word);
}

function fold(word: string): string {
  return word.normalize("NFC").toLowerCase().replaceAll("ё", "е");
}
