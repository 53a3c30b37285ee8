import type { Candidate } from "../candidate.ts";
import { isJoiner } from "../../words/marks.ts";
import { asWritten, type Source, isWordLike, opensField } from "./source.ts";

const widest = 6;

/** Runs between function words and all their parts, and two runs held together by "of" or "for". */
export function findPhrases(source: Source): Candidate[] {
  const found: Candidate[] = [];
  const { breaks } = source.marks;
  const sparing = source.tokens.length > 400;
  for (let start = 0; start < source.tokens.length; start += 1) {
    if (breaks[start] === true || !opensPhrase(source, start)) continue;
    const runStart = start === 0 || breaks[start - 1] === true || opensField(source, start);
    for (let end = start + 1; end <= Math.min(source.tokens.length, start + widest); end += 1) {
      if (breaks[end - 1] === true || (end > start + 1 && opensField(source, end - 1))) break;
      const runEnd = end === source.tokens.length || breaks[end] === true || opensField(source, end);
      if (sparing && !runEnd && !runStart) continue;
      if (!closesPhrase(source, end - 1)) continue;
      if (source.tokens.slice(start, end).some((token) => token.kind === "word"))
        found.push(asWritten(source, "phrase", { start, end }));
      const joined = runStart && runEnd ? ofEnd(source, end) : 0;
      if (joined > 0) found.push(asWritten(source, "phrase", { start, end: joined }));
    }
  }
  return found;
}

function opensPhrase(source: Source, at: number): boolean {
  if (/^(?:id|no)$/.test(source.tokens[at]?.lower ?? "") && source.tokens[at + 1]?.kind === "identifier") return false;
  return isWordLike(source, at) && !isJoiner(source.tokens, at - 1) && !insideName(source, at);
}

/** Between two capitals: a name is not cut in the middle. */
function insideName(source: Source, at: number): boolean {
  const [before, token] = [source.tokens[at - 1], source.tokens[at]];
  return before?.kind === "word" && token?.capital === true && before.capital && source.marks.breaks[at - 1] !== true;
}

function closesPhrase(source: Source, at: number): boolean {
  if (!isWordLike(source, at) || isJoiner(source.tokens, at + 1)) return false;
  return at + 1 >= source.tokens.length || source.marks.breaks[at + 1] === true || !insideName(source, at + 1);
}

/** "history of art": the end of the second run, or 0. */
function ofEnd(source: Source, at: number): number {
  if (!/^(?:of)$/.test(source.tokens[at]?.lower ?? "")) return 0;
  let start = at + 1;
  if (/^(?:the|a|an|my)$/.test(source.tokens[start]?.lower ?? "")) start += 1;
  let end = start;
  while (end < source.tokens.length && end < start + 4 && source.marks.breaks[end] !== true) end += 1;
  return end > start && closesPhrase(source, end - 1) ? end : 0;
}
