import { compact } from "../../plan/compact.ts";
import type { Candidate } from "./candidate.ts";
import type { Source } from "./candidates/source.ts";
import { lengthAt } from "../dates/period-rules.ts";
import { recurrenceAt } from "../dates/recurrence.ts";
import { isNearAnchor, said } from "../dates/scan.ts";
import { languages } from "../languages.ts";
import type { Match } from "../lexicon/compile.ts";
import { numberSense } from "./sense-of-number.ts";
import { senseOfDate } from "./sense-of-date.ts";
import { senseOfWord } from "./sense-of-word.ts";
import type { TextRange, Sense, Span } from "./span.ts";
import type { Token } from "../words/token.ts";

type SpanMatch = { end: number; sense: Sense };
type SpanContext = Omit<Source, "dates" | "numbers"> & {
  dates: ReadonlyMap<number, Candidate>;
  numbers: ReadonlyMap<number, Candidate>;
};

/** Types every token that is not punctuation, once, from left to right: the longest known thing at a place wins. */
export function readSpans(source: Source, markers: ReadonlySet<number>): Span[] {
  const context: SpanContext = {
    ...source,
    dates: byStart(source.dates),
    numbers: byStart(source.numbers),
  };
  const spans: Span[] = [];
  for (let at = 0; at < source.tokens.length;) {
    if (markers.has(at)) {
      if (!isBlank(source.tokens[at]))
        spans.push({ ...placeOf(source, at, at + 1), clause: 0, kind: "filler", of: "function" });
      at += 1;
      continue;
    }
    const found = isBlank(source.tokens[at]) && !context.numbers.has(at) ? undefined : spanAt(context, at, spans);
    if (found !== undefined) spans.push({ ...placeOf(source, at, found.end), clause: 0, ...found.sense });
    at = found?.end ?? at + 1;
  }
  return spans;
}

function isBlank(token: Token | undefined): boolean {
  return token === undefined || (token.kind === "punctuation" && !isOwnerSign(token)) || token.kind === "symbol";
}

function isOwnerSign({ text }: Token): boolean {
  return text === "'s" || text === "’s";
}

/** The widest candidate from each token. */
function byStart(candidates: readonly Candidate[]): ReadonlyMap<number, Candidate> {
  const map = new Map<number, Candidate>();
  for (const candidate of candidates) {
    const known = map.get(candidate.start);
    if (candidate.implied !== true && (known === undefined || candidate.end > known.end))
      map.set(candidate.start, candidate);
  }
  return map;
}

function placeOf({ source, tokens }: Source, start: number, end: number): TextRange & { text: string } {
  const [from, to] = [tokens[start]?.from ?? 0, tokens[end - 1]?.to ?? 0];
  return { start, end, from, to, text: source.slice(from, to) };
}

function spanAt(context: SpanContext, at: number, before: readonly Span[]): SpanMatch | undefined {
  const token = context.tokens[at];
  if (token === undefined) return undefined;
  if (isOwnerSign(token)) return { end: at + 1, sense: ownerOf(before.at(-1)) };
  const repeated = token.kind === "word" ? recurrenceAt(context.scan, at) : undefined;
  if (repeated !== undefined) return repeated;
  const date = context.dates.get(at);
  if (date?.date !== undefined && token.kind !== "quoted")
    return { end: date.end, sense: senseOfDate(context.tokens, date, date.date) };
  if (token.kind === "symbol" || (token.kind === "identifier" && context.numbers.has(at))) {
    const number = context.numbers.get(at);
    return number === undefined ? undefined : numberSense(context, number);
  }
  if (token.kind === "quoted" || token.kind === "email" || token.kind === "url" || token.kind === "identifier")
    return {
      end: at + 1,
      sense: { kind: token.kind, value: token.kind === "quoted" ? token.text.slice(1, -1).trim() : token.text },
    };
  const length = durationAt(context, at);
  if (length !== undefined) return length;
  const match = wordAt(context, at, token);
  const number = context.numbers.get(at);
  const counted = countedAt(context, match);
  if (counted !== undefined) return counted;
  if (number !== undefined) return numberSense(context, number);
  const word = match === undefined ? undefined : senseOfWord(context, { at, match, before });
  return word ?? nameAt(context, at, before) ?? plainAt(token, at);
}

/** "for an hour", «на неделю», "half an hour": a length of time whose count is not a number alone. */
function durationAt({ scan, numbers }: SpanContext, at: number): SpanMatch | undefined {
  if (!isNearAnchor(scan, at)) return undefined;
  const introduced = said(scan, at - 1, "length") !== undefined;
  if (numbers.has(at) && !introduced) return undefined;
  const length = lengthAt(scan, at, introduced);
  return length === undefined
    ? undefined
    : { end: length.end, sense: { kind: "duration", value: length.count, unit: length.unit } };
}

/** The entry of the lexicon at a token; one that reaches into a date gives way to it, unless it denies: "not today". */
function wordAt({ tokens, dates }: SpanContext, at: number, { lang }: Token): Match | undefined {
  const match = languages[lang].lexicon.at(tokens, at);
  if (match?.concepts.some((concept) => concept.startsWith("pol.")) === true) return match;
  for (let i = at + 1; i < (match?.end ?? 0); i += 1) if (dates.has(i)) return undefined;
  return match;
}

function ownerOf(owner: Span | undefined): Sense {
  // "it's", "what's": a verb.
  if (owner?.kind === "pronoun" || owner?.kind === "question" || owner?.kind === "filler")
    return { kind: "filler", of: "function" };
  return { kind: "possessive", whose: "named", ...compact({ name: owner?.text }) };
}

/** "first three", «последние 5». */
function countedAt(context: SpanContext, match: Match | undefined): SpanMatch | undefined {
  const value =
    match?.concepts.includes("quant.first") === true
      ? "first"
      : match?.concepts.includes("quant.last") === true
        ? "last"
        : undefined;
  const number = match === undefined || value === undefined ? undefined : context.numbers.get(match.end);
  if (value === undefined || number === undefined || number.ordinal === true || typeof number.value !== "number")
    return undefined;
  return { end: number.end, sense: { kind: "quantifier", value, count: number.value } };
}

/** A run of capitalised words that no lexicon knows. The first word of a sentence counts where the next is capital too, or nobody knows it. */
function nameAt({ tokens, marks }: SpanContext, at: number, before: readonly Span[]): SpanMatch | undefined {
  const isName = (i: number): boolean => {
    const token = tokens[i];
    if (token?.kind !== "word" || !token.capital) return false;
    const { functionWords, lexicon } = languages[token.lang];
    return !functionWords.has(token.lower) && (lexicon.concepts(token.lower).length === 0 || i > at);
  };
  const token = tokens[at];
  if (token === undefined || !isName(at)) return undefined;
  const opens = before.length === 0 || marks.stops[at - 1] === true;
  let end = at + 1;
  while (isName(end) && tokens[end]?.glued !== true && !partsNames(tokens[end - 1], tokens[end])) end += 1;
  const known = languages[token.lang].meanings(token.stem).length > 0;
  if (opens && end === at + 1 && known && tokens[end]?.text !== "'s") return undefined;
  const [from, to] = [token.from, tokens[end - 1]?.to ?? token.to];
  return {
    end,
    sense: {
      kind: "name",
      value: tokens
        .slice(at, end)
        .map(({ text }) => text)
        .join(" ")
        .slice(0, to - from),
    },
  };
}

function partsNames(before: Token | undefined, token: Token | undefined): boolean {
  return before !== undefined && token !== undefined && languages[token.lang].partsNames(before.lower, token.lower);
}

function plainAt(token: Token, at: number): SpanMatch {
  const language = languages[token.lang];
  if (language.functionWords.has(token.lower)) return { end: at + 1, sense: { kind: "filler", of: "function" } };
  const known = language.meanings(token.stem).length > 0 || language.hollowStems?.has(token.stem) === true;
  return { end: at + 1, sense: { kind: known ? "word" : "unknown", stem: token.stem } };
}
