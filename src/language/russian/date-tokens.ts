import type { Token } from "../token.ts";
import { foldLetters } from "./stem.ts";

/** A word, number or sign with its place; `lower` has ё folded. */
export type DateToken = Pick<Token, "text" | "lower" | "glued" | "from" | "to">;

/** Dates are read over simpler tokens than requests are: every run of digits or letters stands alone. */
export function dateTokens(text: string): DateToken[] {
  const tokens: DateToken[] = [];
  for (const match of text.matchAll(/\d+|\p{L}+|[^\s]/gu)) {
    const from = match.index;
    tokens.push({
      text: match[0],
      lower: foldLetters(match[0]),
      glued: from > 0 && tokens.at(-1)?.to === from,
      from,
      to: from + match[0].length,
    });
  }
  return tokens;
}
