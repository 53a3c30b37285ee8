import type { Candidate } from "./candidate.ts";
import { findCandidates } from "./candidates/index.ts";
import type { DateSetting } from "./language.ts";
import { type Marks, markTokens } from "./marks.ts";
import type { Token } from "./token.ts";
import { tokenize } from "./tokenize.ts";

/** A text that has been read once; everything later works on it. */
export type Reading = { source: string; tokens: readonly Token[]; marks: Marks; candidates: Candidate[] };

export function readText(source: string, setting: DateSetting): Reading {
  const tokens = tokenize(source);
  const marks = markTokens(tokens);
  const candidates = findCandidates({ source, tokens, marks, setting });
  return { source, tokens, marks, candidates };
}
