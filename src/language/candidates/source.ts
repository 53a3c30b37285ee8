import type { DateSetting } from "../language.ts";
import type { Marks } from "../marks.ts";
import type { Token } from "../token.ts";

/** What the finders work on. */
export type Source = { source: string; tokens: readonly Token[]; marks: Marks; setting: DateSetting };

/** The text of tokens from `start` to before `end`, as it was written. */
export function textOf(from: Source, start: number, end: number): string {
  const [first, last] = [from.tokens[start], from.tokens[end - 1]];
  return first === undefined || last === undefined ? "" : from.source.slice(first.from, last.to);
}

/** Number of spaces-apart words, a compound counting once. */
export function isWordLike(from: Source, at: number): boolean {
  const kind = from.tokens[at]?.kind;
  return kind === "word" || kind === "identifier" || kind === "number";
}
