import type { Candidate, CandidateKind } from "../candidate.ts";
import type { Scan } from "../../dates/scan.ts";
import type { DateSetting } from "../../language.ts";
import type { Marks } from "../../words/marks.ts";
import type { Token } from "../../words/token.ts";

type TokenRange = { start: number; end: number };

/** A text before its dates and numbers are found. */
export type BareSource = { source: string; tokens: readonly Token[]; setting: DateSetting; scan: Scan };

/** What the finders work on. */
export type Source = BareSource & { marks: Marks; dates: readonly Candidate[]; numbers: readonly Candidate[] };

/** The text of tokens from `start` to before `end`, as it was written. */
export function textOf(from: BareSource, start: number, end: number): string {
  const [first, last] = [from.tokens[start], from.tokens[end - 1]];
  return first === undefined || last === undefined ? "" : from.source.slice(first.from, last.to);
}

/** Tokens that are passed on as they were written. */
export function asWritten(from: BareSource, kind: CandidateKind, { start, end }: TokenRange): Candidate {
  const text = textOf(from, start, end);
  return { kind, start, end, text, value: text };
}

/** Whether a line "Key: value" begins at a token: what stands before it is another thing. */
export function opensField(from: BareSource, at: number): boolean {
  const [before, token] = [from.tokens[at - 1], from.tokens[at]];
  if (before === undefined || token === undefined || !from.source.slice(before.to, token.from).includes("\n"))
    return false;
  return from.tokens.slice(at + 1, at + 4).some(({ text }) => text === ":" || text === "=");
}

/** Number of spaces-apart words, a compound counting once. */
export function isWordLike(from: BareSource, at: number): boolean {
  const kind = from.tokens[at]?.kind;
  return kind === "word" || kind === "identifier" || kind === "number";
}
