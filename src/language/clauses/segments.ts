import type { Candidate } from "../spans/candidate.ts";
import { languages } from "../languages.ts";
import type { Reading } from "../reading.ts";
import { hasRole } from "../words/roles.ts";

type Range = { from: number; to: number };

/** A part of a text that may be a request of its own: a clause, or what stands between two of its joints. */
export type Segment = Range & {
  /** It begins inside a coordination, so it is a request only if it is built like the one before. */ weak: boolean;
  /** A condition that compares something: "if it is below 10". */ guard: boolean;
  /** It asks for the same as before, with a change. */ again: boolean;
  /** It goes on inside a sentence, or says that one more is wanted. */ asks: boolean;
  /** It has no verb and no question word: what it leaves unsaid stands before it. */ elliptic: boolean;
  /** It says that one more is wanted. */ more: boolean;
  sentence: number;
  /** Which item of an enumeration it belongs to: "First, …. It is …. Second, …" has items 1, 1, 2. */ item: number;
};

const mostSegments = 24;

/** The parts of a text between which one request may end and the next begin, in order. */
export function segmentsOf(reading: Reading): Segment[] {
  const { tokens, marks } = reading;
  const cuts = cutsOf(reading);
  let item = 0;
  return cuts.slice(0, mostSegments).map(({ from, weak, sentence }, i): Segment => {
    const range = { from, to: cuts[i + 1]?.from ?? tokens.length };
    const said = tokens.slice(range.from, range.to);
    const says = (role: string): boolean => said.some(({ lower }) => hasRole(lower, role));
    const [first, second] = said.filter(({ kind }) => kind === "word");
    const goesOn = marks.stops[from - 1] !== true;
    item += opensItem(reading, from) ? 1 : 0;
    return {
      ...range,
      weak,
      guard: said.slice(0, 3).some(({ lower }) => hasRole(lower, "condition")) && says("condition test"),
      again: says("same again") || (first?.lower === "what" && second?.lower === "if"),
      asks: goesOn || says("next request") || said.some(({ text }) => text === "?"),
      elliptic:
        from > 0 &&
        (goesOn || hasRole(tokens[from]?.lower ?? "", "opens sentence")) &&
        isElliptic(reading, range) &&
        !says("finite"),
      more: says("says more"),
      sentence,
      item,
    };
  });
}

/** Whether a run of tokens has neither a request verb nor a question word. */
export function isElliptic({ tokens, marks }: Reading, { from, to }: Range): boolean {
  return !tokens
    .slice(from, to)
    .some(({ lang, lower }, i) => marks.verbs[from + i] === true || languages[lang].questionWords.has(lower));
}

type Cut = { from: number; weak: boolean; sentence: number };

function cutsOf(reading: Reading): Cut[] {
  const { clauses, marks, sentences, tokens } = reading;
  // A sentence with "respectively" pairs its lists; it stays whole.
  const whole = sentences.map(({ start, end }) =>
    tokens.slice(start, end).some(({ lower }) => hasRole(lower, "pairs")),
  );
  const lists = inside(reading, ({ items }) => items !== undefined && items.length > 2 && isUniform(items));
  const values = inside(reading, ({ items, kind }) => items === undefined && kind !== "phrase");
  const brackets = insideBrackets(reading);
  return clauses.flatMap((clause, at): Cut[] => {
    const { sentence, start, parts } = clause;
    const cut = (from: number, weak: boolean): Cut[] => [{ from, weak, sentence }];
    const from = sentences[sentence]?.start ?? 0;
    // A line alone does not part requests: "Name: value" tells more about the one before.
    const isFirst = clauses[at - 1]?.sentence !== sentence;
    if (isFirst && (at === 0 || marks.stops[from - 1] === true)) return [...cut(from, false), ...rest()];
    return whole[sentence] === true ? [] : [...head(), ...rest()];

    function head(): Cut[] {
      if (clause.role === "if" || clause.role === "unless") return asksWhether(reading, start) ? [] : cut(start, false);
      return partCut(start, !(isFirst || clause.elliptic) || opensRequest(reading, start));
    }
    function rest(): Cut[] {
      return whole[sentence] === true
        ? []
        : parts.slice(1).flatMap(({ start: from }) => partCut(from, opensRequest(reading, from)));
    }
    function partCut(from: number, strong: boolean): Cut[] {
      if (brackets[from] === true) return [];
      if (strong) return cut(from, false);
      return isCoordinated(reading, from) && lists[from] !== true && (isJoined(reading, from) || values[from] !== true)
        ? cut(from, true)
        : [];
    }
  });
}

function inside({ tokens, candidates }: Reading, holds: (candidate: Candidate) => boolean): boolean[] {
  const within = tokens.map(() => false);
  for (const candidate of candidates) if (holds(candidate)) within.fill(true, candidate.start + 1, candidate.end);
  return within;
}

function insideBrackets({ tokens }: Reading): boolean[] {
  let depth = 0;
  return tokens.map(({ text }) => {
    if (/^[)\]}]$/.test(text)) depth = Math.max(0, depth - 1);
    const isInside = depth > 0;
    if (/^[([{]$/.test(text)) depth += 1;
    return isInside;
  });
}

/** Members of one kind; "Riga, 2 days, and Bonn, 6 days" is no list, and pairs in brackets may be a call each. */
function isUniform(items: readonly Candidate[]): boolean {
  if (items.every((item) => item.kind === "json")) return false;
  const numeric = items.filter((item) => /^\d/.test(item.text)).length;
  return numeric === 0 || numeric === items.length;
}

function isJoined({ tokens }: Reading, at: number): boolean {
  const before = tokens[at - 1];
  return before !== undefined && languages[before.lang].conjunctions.has(before.lower);
}

/** Behind "and" anything; behind a comma a number, a quotation, a capital or "a …". */
function isCoordinated(reading: Reading, at: number): boolean {
  const token = reading.tokens[at];
  if (token === undefined || (token.kind === "punctuation" && !/^[([]$/.test(token.text))) return false;
  return (
    isJoined(reading, at) ||
    hasRole(token.lower, "one more") ||
    token.kind === "number" ||
    token.kind === "quoted" ||
    token.capital ||
    /^[$€£([]$/.test(token.text)
  );
}

/** "…, in Rome", "… and the second circle has": behind a joint inside a clause, a preposition, a speaker or a place in an order. */
function opensRequest(reading: Reading, at: number): boolean {
  const [before, token] = [reading.tokens[at - 1], reading.tokens[at]];
  if (before === undefined || token === undefined) return false;
  const language = languages[token.lang];
  if (reading.marks.verbs[at] === true || language.questionWords.has(token.lower)) return true;
  if (language.connectors.has(before.lower)) return true;
  if (hasRole(token.lower, "contrast") && before.text === ",") return true;
  if (hasRole(token.lower, "clause opener")) return !hasRole(token.lower, "goes on") || before.text === ",";
  return isOrdinal(reading, at);
}

/** "the second circle", "another". */
function isOrdinal({ tokens }: Reading, at: number): boolean {
  const next = hasRole(tokens[at]?.lower ?? "", "plain article") ? at + 1 : at;
  const word = tokens[next];
  return (
    word !== undefined &&
    (languages[word.lang].numberAt(tokens, next)?.ordinal === true || hasRole(word.lower, "different one"))
  );
}

/** "check if", "let me know if": a question, not a condition. */
function asksWhether({ tokens, marks }: Reading, at: number): boolean {
  return marks.verbs[at - 1] === true || hasRole(tokens[at - 1]?.lower ?? "", "asks whether");
}

/** A word of order at the start of a clause; "the second car" and "first class" tell of things, not of the order of requests. */
function opensItem({ tokens }: Reading, from: number): boolean {
  const at = hasRole(tokens[from]?.lower ?? "", "opens item") ? from + 1 : from;
  const [word = "", next = "", third = ""] = [0, 1, 2].map((i) => tokens[at + i]?.lower);
  if (hasRole(word, "sequence") || hasRole(`${word} ${next}`, "sequence")) return true;
  if (hasRole(word, "ordinal")) return next === "," || hasRole(next, "speaker opens");
  if (hasRole(word, "after this")) return hasRole(next, "this");
  return hasRole(word, "place ordinal") && hasRole(next, "ordinal") && third === ",";
}
