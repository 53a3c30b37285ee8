import type { Candidate } from "../../../language/candidate.ts";
import { languages } from "../../../language/languages.ts";
import type { Reading } from "../../../language/reading.ts";
import { hasRole } from "../../../language/roles.ts";
import type { Range } from "../fill/assign.ts";
import { itemsOf } from "./enumeration.ts";

const mostSegments = 24;

/** A part of the goal. `weak`: it begins inside a coordination, so it is a request of its own only if it is built like the one before. */
export type Segment = Range & {
  weak: boolean;
  /** A condition that compares something: "if it is below 10". */ guard: boolean;
  /** It asks for the same as before, with a change. */ again: boolean;
  /** It goes on inside a sentence, or says that one more is wanted. */ asks: boolean;
  /** It has no verb and no question word: what it leaves unsaid stands before it. */ elliptic: boolean;
  /** It says that one more is wanted. */ more: boolean;
  /** Number of the sentence. */ sentence: number;
  /** Which item of an enumeration it belongs to ("First, … Second, … Also, …"). */ item: number;
};

/** Cuts the goal where one request may end and the next begin: sentence ends, and joints before a verb, question, ordinal or preposition. */
export function clauses(reading: Reading): Segment[] {
  const cuts = new Map<number, boolean>([[0, false]]);
  const held = heldTogether(reading);
  let paired = false;
  for (let at = 1; at < reading.tokens.length; at += 1) {
    const opens = reading.marks.stops[at - 1] === true;
    if (at === 1 || opens) paired = isPaired(reading, at);
    if (depthAt(reading, at) > 0 || (paired && !opens)) continue;
    if (opens || startsAfterJoint(reading, at)) cuts.set(at, false);
    else if (isCoordinated(reading, at, held)) cuts.set(at, true);
  }
  const starts = [...cuts].toSorted(([a], [b]) => a - b);
  const items = itemsOf(
    reading,
    starts.map(([from]) => from),
  );
  const ranges = starts
    .map(([from, weak], i) => ({ from, to: starts[i + 1]?.[0] ?? reading.tokens.length, weak }))
    .map((range) => ({
      ...range,
      guard: isGuard(reading, range),
      again: isAgain(reading, range),
      asks: isOneMore(reading, range),
      elliptic: isFragment(reading, range),
      more: saysMore(reading, range),
      sentence: reading.marks.stops.slice(0, range.from).filter(Boolean).length,
      item: items.get(range.from) ?? 0,
    }))
    .filter((range) => hasContent(reading, range));
  return ranges.slice(0, mostSegments);
}

/** A sentence with "respectively" pairs its lists; it stays whole. */
function isPaired(reading: Reading, at: number): boolean {
  for (let i = at; i < reading.tokens.length && reading.marks.stops[i] !== true; i += 1)
    if (reading.tokens[i]?.lower === "respectively") return true;
  return false;
}

/** Where a value or a list of like values goes on: no request begins inside one. */
type HeldTokens = { values: readonly boolean[]; lists: readonly boolean[] };

function heldTogether({ tokens, candidates }: Reading): HeldTokens {
  const values = tokens.map(() => false);
  const lists = tokens.map(() => false);
  for (const candidate of candidates)
    if (candidate.items === undefined && candidate.kind !== "phrase")
      values.fill(true, candidate.start + 1, candidate.end);
    else if (candidate.items !== undefined && candidate.items.length > 2 && isUniform(candidate))
      lists.fill(true, candidate.start + 1, candidate.end);
  return { values, lists };
}

/** After "and" or a comma: a noun phrase, a name or a number begins. */
function isCoordinated(reading: Reading, at: number, held: HeldTokens): boolean {
  const [token, before] = [reading.tokens[at], reading.tokens[at - 1]];
  if (token === undefined || before === undefined || isJoint(reading, at)) return false;
  if (token.kind === "punctuation" && !/^[([]$/.test(token.text)) return false;
  const joined = languages[token.lang].conjunctions.has(before.lower);
  if (!joined && (before.text !== "," || !opensValue(reading, at))) return false;
  return held.lists[at] !== true && (joined || held.values[at] !== true);
}

/** A number, a quotation, a capital or "a …": what may open the next of several like things. */
function opensValue(reading: Reading, at: number): boolean {
  const token = reading.tokens[at];
  return (
    token !== undefined &&
    (hasRole(token.lower, "one more") ||
      token.kind === "number" ||
      token.kind === "quoted" ||
      token.capital ||
      /^[$€£([]$/.test(token.text))
  );
}

/** Members of one kind; "Riga, 2 days, and Bonn, 6 days" is no list, and pairs in brackets may be a call each. */
function isUniform({ items = [] }: Candidate): boolean {
  if (items.every((item) => item.kind === "json")) return false;
  const numeric = items.filter((item) => /^\d/.test(item.text)).length;
  return numeric === 0 || numeric === items.length;
}

/** A sentence of its own that names no request may only tell more about the one before. */
export function isOneMore(reading: Reading, range: Range): boolean {
  if (range.from === 0 || reading.marks.stops[range.from - 1] !== true) return true;
  return reading.tokens
    .slice(range.from, range.to)
    .some((token, i) => reading.tokens[range.from + i]?.text === "?" || hasRole(token.lower, "next request"));
}

function isAgain(reading: Reading, range: Range): boolean {
  const [first, second] = reading.tokens.slice(range.from, range.to).filter((token) => token.kind === "word");
  return (
    (first?.lower === "what" && second?.lower === "if") ||
    reading.tokens.slice(range.from, range.to).some((token) => hasRole(token.lower, "same again"))
  );
}

function isGuard(reading: Reading, range: Range): boolean {
  const tokens = reading.tokens.slice(range.from, range.to);
  const opens = tokens.slice(0, 3).some((token) => hasRole(token.lower, "condition"));
  return opens && tokens.some((token) => hasRole(token.lower, "condition test"));
}

function hasContent(reading: Reading, range: Range): boolean {
  for (let at = range.from; at < range.to; at += 1) {
    const kind = reading.tokens[at]?.kind;
    const token = reading.tokens[at];
    const connects = token !== undefined && languages[token.lang].connectors.has(token.lower);
    if (kind !== "punctuation" && kind !== "symbol" && reading.marks.stops[at] !== true && !connects) return true;
  }
  return false;
}

function depthAt(reading: Reading, at: number): number {
  let depth = 0;
  for (let i = Math.max(0, at - 60); i < at; i += 1) {
    const text = reading.tokens[i]?.text ?? "";
    if (text === "(" || text === "[" || text === "{") depth += 1;
    if ((text === ")" || text === "]" || text === "}") && depth > 0) depth -= 1;
  }
  return depth;
}

/** A joint (comma, and, then) ends right before `at`, and what follows can open a request. */
function startsAfterJoint(reading: Reading, at: number): boolean {
  const [token, before] = [reading.tokens[at], reading.tokens[at - 1]];
  if (token === undefined || before === undefined) return false;
  const language = languages[token.lang];
  if (hasRole(token.lower, "condition") && !asksWhether(reading, at)) return true;
  if (hasRole(token.lower, "contrast") && before.text === ",") return true;
  const joint =
    before.text === "," ||
    before.text === ";" ||
    language.conjunctions.has(before.lower) ||
    language.connectors.has(before.lower);
  if (!joint || isJoint(reading, at)) return false;
  if (reading.marks.verbs[at] === true || language.questionWords.has(token.lower)) return true;
  if (language.connectors.has(before.lower)) return true;
  if (hasRole(token.lower, "clause opener"))
    return token.lower !== "with" && token.lower !== "to" ? true : before.text === ",";
  return languageOrdinal(reading, at);
}

/** "check if", "let me know if": a question, not a condition. */
function asksWhether(reading: Reading, at: number): boolean {
  return reading.marks.verbs[at - 1] === true || hasRole(reading.tokens[at - 1]?.lower ?? "", "asks whether");
}

function isJoint(reading: Reading, at: number): boolean {
  const token = reading.tokens[at];
  if (token === undefined) return false;
  const language = languages[token.lang];
  return token.text === "," || language.conjunctions.has(token.lower) || language.connectors.has(token.lower);
}

/** "and the second circle has": an ordinal after an optional article. */
function languageOrdinal(reading: Reading, at: number): boolean {
  const token = reading.tokens[at];
  const next = token?.lower === "the" || token?.lower === "a" || token?.lower === "an" ? at + 1 : at;
  const word = reading.tokens[next];
  if (word === undefined) return false;
  return (
    languages[word.lang].numberAt(reading.tokens, next)?.ordinal === true ||
    word.lower === "other" ||
    word.lower === "another"
  );
}

/** A part without a verb of any kind that goes on in its sentence, or begins the next one with "and". */
function isFragment(reading: Reading, range: Range): boolean {
  const first = reading.tokens[range.from]?.lower ?? "";
  if (reading.marks.stops[range.from - 1] === true && !hasRole(first, "opens sentence")) return false;
  return (
    range.from > 0 &&
    isElliptic(reading, range) &&
    !reading.tokens.slice(range.from, range.to).some((token) => hasRole(token.lower, "finite"))
  );
}

export function isElliptic(reading: Reading, range: Range): boolean {
  return !reading.tokens.slice(range.from, range.to).some((token, i) => {
    const { questionWords } = languages[token.lang];
    return reading.marks.verbs[range.from + i] === true || questionWords.has(token.lower);
  });
}

function saysMore(reading: Reading, range: Range): boolean {
  return reading.tokens.slice(range.from, range.to).some((token) => hasRole(token.lower, "says more"));
}
