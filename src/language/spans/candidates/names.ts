import type { Candidate } from "../candidate.ts";
import { codeIn } from "../../words/codes.ts";
import { isState } from "../../english/gazetteer.ts";
import { languages } from "../../languages.ts";
import { isJoiner } from "../../words/marks.ts";
import { asWritten, type Source, textOf } from "./source.ts";

const inner = /^(?:of|the|de|la|le|van|von|del|da|di|&|du|el|bin)$/;
const idWords = /^(?:id|no|number|nr|nos|ids)$/;
const longest = 10;

/** Runs of capitalised words: names of people, places, works. */
export function findNames(source: Source): Candidate[] {
  const found: Candidate[] = [];
  for (let i = 0; i < source.tokens.length; i += 1) {
    if (!opens(source, i)) continue;
    const end = runEnd(source, i);
    found.push(asWritten(source, "name", { start: i, end }));
    if (isStreet(source, i, end)) found.push(asWritten(source, "name", { start: i - 1, end }));
    const long = longEnd(source, i, end);
    if (long > end) found.push(asWritten(source, "name", { start: i, end: long }));
    const place = withRegion(source, i, end);
    if (place > end) found.push(asWritten(source, "name", { start: i, end: place }));
    i = end - 1;
  }
  return found;
}

/** "123 Main Street": the number belongs to the name. */
function isStreet(source: Source, start: number, end: number): boolean {
  const number = source.tokens[start - 1];
  return (
    number?.kind === "number" &&
    /^\d{1,5}$/.test(number.text) &&
    /^(?:street|avenue|road|lane|drive|boulevard|way|square|court|place|st|ave|rd|blvd|broadway|parkway)$/.test(
      source.tokens[end - 1]?.lower ?? "",
    )
  );
}

/** A capital that means something: not the first word of a sentence unless the next is capital too, and no verb or "I". */
function opens(source: Source, i: number): boolean {
  if (!isCapital(source, i)) return false;
  const token = source.tokens[i];
  if (token === undefined || source.marks.verbs[i] === true) return false;
  if (source.marks.breaks[i] === true && token.lower !== "the") return false;
  if (token.glued && source.tokens[i - 1]?.kind === "number") return false;
  if (languages[token.lang].connectors.has(token.lower) || (idWords.test(token.lower) && !isCapital(source, i + 1)))
    return false;
  if (idWords.test(token.lower) && source.tokens[i + 1]?.kind !== "word") return false;
  if (
    languages[token.lang].functionWords.has(token.lower) &&
    !(token.lower === "the" && i > 0 && isCapital(source, i + 1))
  )
    return false;
  if (!firstOfSentence(source, i)) return true;
  return (
    isCapital(source, i + 1) ||
    source.tokens[i + 1]?.lower === "'s" ||
    !languages[token.lang].requestVerbStems.has(token.stem)
  );
}

function firstOfSentence(source: Source, i: number): boolean {
  return i === 0 || source.marks.stops[i - 1] === true;
}

function isCapital(source: Source, i: number): boolean {
  const token = source.tokens[i];
  return (
    token !== undefined &&
    token.capital &&
    token.lower !== "i" &&
    (token.kind === "word" || token.kind === "identifier")
  );
}

/** End of a run of capitals, initials ("J.K.", "D.C.") and numbers inside ("Boeing 747"). */
function runEnd(source: Source, start: number): number {
  let end = start + 1;
  while (end < source.tokens.length && end - start < longest) {
    const token = source.tokens[end];
    if (token === undefined || source.source.slice(source.tokens[end - 1]?.to, token.from).includes("\n")) break;
    if (isCapital(source, end) && source.marks.verbs[end] !== true && token.lower !== "i") end += 1;
    else if (
      token.text === "." &&
      token.glued &&
      /^(?:\p{L}|Mr|Mrs|Ms|Dr|St|Prof|Mt|Ft)$/u.test(source.tokens[end - 1]?.text ?? "") &&
      isCapital(source, end + 1)
    )
      end += 1;
    else if (isJoiner(source.tokens, end)) end += 2;
    else if (
      token.kind === "identifier" ||
      (token.kind === "number" &&
        /^\d{1,4}$/.test(token.text) &&
        source.tokens[end - 1]?.kind === "word" &&
        !isYear(token.text))
    )
      end += 1;
    else break;
  }
  return Math.min(end, source.tokens.length);
}

function isYear(text: string): boolean {
  return /^(?:19|20)\d{2}$/.test(text);
}

/** The run continued over small words: "University of California", "Lord of the Rings". */
function longEnd(source: Source, start: number, end: number): number {
  let last = end;
  let at = end;
  while (at < source.tokens.length && at - start < longest) {
    let small = at;
    while (small < at + 2 && inner.test(source.tokens[small]?.lower ?? "")) small += 1;
    if (small === at || !isCapital(source, small)) break;
    last = runEnd(source, small);
    at = last;
  }
  return last;
}

/** "Paris, France" and "Austin, TX": a comma and one more short run, then no further item of a list. */
function withRegion(source: Source, start: number, end: number): number {
  if (source.tokens[end]?.text !== "," || !isCapital(source, end + 1) || end - start > 3) return 0;
  const last = runEnd(source, end + 1);
  if (last - end > 4 || /\d/.test(source.tokens[start]?.text ?? "") || /\d/.test(source.tokens[end + 1]?.text ?? ""))
    return 0;
  if (source.tokens[last]?.text === "," && isCapital(source, last + 1)) return 0;
  return isListTail(source, end + 1, last) ? 0 : last;
}

/** "Lyon, Turin and Graz": one more name follows, without a region of its own, and the second is none either. */
function isListTail(source: Source, start: number, end: number): boolean {
  const region = textOf(source, start, end);
  if (
    isState(region) ||
    codeIn("region", region) !== undefined ||
    !/^(?:and|or|&|и|или)$/.test(source.tokens[end]?.lower ?? "") ||
    !isCapital(source, end + 1)
  )
    return false;
  const last = runEnd(source, end + 1);
  return !(source.tokens[last]?.text === "," && isCapital(source, last + 1));
}
