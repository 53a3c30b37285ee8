import type { Candidate } from "../candidate.ts";
import { findExpressions } from "./expressions.ts";
import { findLists } from "./lists.ts";
import { findLiterals } from "./literals.ts";
import { findNames } from "./names.ts";
import { findPhrases } from "./phrases.ts";
import { findCodes, findPlain } from "./plain.ts";
import type { Source } from "./source.ts";

/** Everything in the text that may become a value, in text order. */
export function findCandidates(source: Source): Candidate[] {
  const single = [
    ...source.numbers,
    ...source.dates,
    ...findPlain(source),
    ...findCodes(source),
    ...findNames(source),
    ...findPhrases(source),
    ...findExpressions(source),
    ...findLiterals(source),
  ];
  return [...single, ...findLists(source, single)].toSorted(
    (a, b) => a.start - b.start || b.end - a.end || (a.kind < b.kind ? -1 : a.kind > b.kind ? 1 : 0),
  );
}
