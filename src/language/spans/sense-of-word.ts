import { memoize } from "../../plan/bounded-cache.ts";
import type { Source } from "./candidates/source.ts";
import { languages } from "../languages.ts";
import { hasConcept } from "../lexicon/has-concept.ts";
import type { Match } from "../lexicon/compile.ts";
import { isJoiner } from "../words/marks.ts";
import { type Operation, operationOf } from "../words/operation.ts";
import {
  acts,
  comparisons,
  fillers,
  links,
  oneOf,
  polarityWords,
  possessors,
  pronouns,
  quantities,
  type Sense,
  type Span,
  type VerbForm,
} from "./span.ts";
import type { Token } from "../words/token.ts";

type WordPosition = { at: number; match: Match; before: readonly Span[] };

/** In this order a word with several concepts is tried; what does not fit its place gives way to the next. */
const order = [
  "pol",
  "quant",
  "whose",
  "cmp",
  "op",
  "head",
  "particle",
  "ask",
  "pron",
  "link",
  "act",
  "fill",
  "approx",
  "rel",
  "range",
];

type Words = Pick<Source, "tokens" | "marks">;

/** What an entry of the lexicon says at its place. */
export function senseOfWord(
  context: Words & { numbers: ReadonlyMap<number, unknown> },
  { at, match: longest, before }: WordPosition,
): { end: number; sense: Sense } | undefined {
  const match = orderAfter(context.tokens, { at, match: longest, before }) ?? longest;
  const ranked = match.concepts.filter((concept) => rankOf(concept) >= 0);
  if (ranked.length > 1) ranked.sort((a, b) => rankOf(a) - rankOf(b));
  for (const concept of ranked) {
    const sense = senseOf(context, concept, { at, match, before });
    if (sense !== undefined) return { end: match.end, sense };
  }
  return undefined;
}

/** "If so, cancel it" orders; it answers nothing that was shown. */
function orderAfter(tokens: readonly Token[], { at, match, before }: WordPosition): Match | undefined {
  const token = tokens[at];
  const isAfter = before.slice(-3).some((span) => span.kind === "link" && span.link === "if");
  if (token === undefined || !isAfter || !match.concepts.includes("act.cancel")) return undefined;
  const alone = languages[token.lang].lexicon.at([token], 0);
  return alone?.concepts.includes("op.cancel") === true ? { ...alone, end: at + 1 } : undefined;
}

const family = memoize(5_000, (concept: string) => concept.split(".")[0] ?? "");

/** The place of a concept's family; negative for one that says nothing here. */
const rankOf = memoize(5_000, (concept: string) => order.indexOf(family(concept)));

/** Senses that a concept has wherever it stands. */
const plain: ReadonlyMap<string, Sense> = new Map<string, Sense>([
  ...quantities.map((value): [string, Sense] => [`quant.${value}`, { kind: "quantifier", value }]),
  ...comparisons.map((value): [string, Sense] => [`cmp.${value}`, { kind: "comparator", value }]),
  ...possessors.map((whose): [string, Sense] => [`whose.${whose}`, { kind: "possessive", whose }]),
  ...pronouns.map((of): [string, Sense] => [`pron.${of}`, { kind: "pronoun", of }]),
  ...links.map((link): [string, Sense] => [`link.${link}`, { kind: "link", link }]),
  ...acts.map((act): [string, Sense] => [`act.${act}`, { kind: "act", act }]),
  ["act.wait", { kind: "act", act: "correct" }],
  ...fillers.map((of): [string, Sense] => [`fill.${of}`, { kind: "filler", of }]),
]);

function polarity(name: string, end: number): Sense | undefined {
  const value = oneOf(polarityWords, name);
  return value === undefined ? undefined : { kind: "polarity", value, scope: { start: end, end } };
}

function senseOf(
  context: Words & { numbers: ReadonlyMap<number, unknown> },
  concept: string,
  where: WordPosition,
): Sense | undefined {
  const { at, match, before } = where;
  const name = concept.slice(concept.indexOf(".") + 1);
  const opens = before.length === 0 || context.marks.stops[at - 1] === true;
  switch (family(concept)) {
    case "pol":
      if (name === "almost" && nearNumber(context, match.end)) return { kind: "filler", of: "function" };
      if (leavesOut(context, where)) return undefined;
      return polarity(name, match.end);
    case "quant":
    case "whose":
    case "link":
    case "fill":
      return plain.get(concept);
    case "cmp":
      if (ordersObject(context, where)) return undefined;
      return isPreposition(context.tokens[at]) && match.end === at + 1 && !nearNumber(context, match.end)
        ? undefined
        : plain.get(concept);
    case "op": {
      const op = operationOf(concept);
      return op === undefined ? undefined : verbSense(context, op, where);
    }
    case "head": {
      const op = operationOf(`op.${name}`);
      return op !== undefined && opensAsNew(context, where)
        ? { kind: "verb", op, form: "imperative", stem: context.tokens[at]?.stem ?? "" }
        : undefined;
    }
    case "particle":
      return before.at(-1)?.kind === "verb" && isPlanned(before.at(-1))
        ? polarity("whether", match.end)
        : { kind: "question", asks: "whether" };
    case "ask":
      if (match.concepts.includes("leadin") && quotesAfter(before)) return { kind: "filler", of: "leadin" };
      if (name === "when" && opens && isCondition(context.tokens, match.end)) return undefined;
      return name !== "whether" || opens ? { kind: "question", asks: name } : undefined;
    case "pron":
      if (match.concepts.includes("leadin") && quotesAfter(before)) return { kind: "filler", of: "leadin" };
      return plain.get(concept);
    case "act":
      if (match.end === at + 1 && context.tokens[at]?.text.length === 1 && context.tokens.length > 2) return undefined;
      return match.concepts.every((other) => family(other) === "act" || rankOf(other) < 0) || match.end > at + 1
        ? plain.get(concept)
        : undefined;
    default:
      return { kind: "filler", of: "function" };
  }
}

/** "Give all to Ann, just not the site": behind an order and before no verb it leaves something out. */
function leavesOut({ tokens }: Words, { match, before }: WordPosition): boolean {
  const next = tokens[match.end];
  const orders = before.some((span) => span.kind === "verb" && span.form === "imperative");
  const isOther =
    next === undefined ||
    languages[next.lang].prepositions.has(next.lower) ||
    languages[next.lang].lexicon.concepts(next.lower).some((concept) => family(concept) === "op");
  return match.concepts.includes("quant.except") && orders && !isOther;
}

/** "Lower it to 5": at the head of a clause and before what it is about, a comparative that is also a verb orders. */
function ordersObject({ tokens, marks }: Words, { at, match, before }: WordPosition): boolean {
  if (!match.concepts.some((concept) => family(concept) === "op")) return false;
  const last = before.at(-1);
  const next = tokens[match.end];
  const isNamed = next !== undefined && (next.kind === "identifier" || next.capital || isDetermining(next));
  return isNamed && opensClause({ tokens, marks, before, at, end: match.end }, last?.end === at ? last : undefined);
}

/** "It", "the". */
function isDetermining({ lang, lower }: Token): boolean {
  const concepts = languages[lang].lexicon.concepts(lower);
  return concepts.some((concept) => concept === "determiner" || concept.startsWith("pron.thing"));
}

/** "When Acme replies, close the ticket": a comma follows, and nothing is asked. */
function isCondition(tokens: readonly Token[], at: number): boolean {
  let comma = false;
  for (const { text } of tokens.slice(at, at + 40)) {
    if (/^[?]/.test(text)) return false;
    if (/^[.!;]$/.test(text)) break;
    comma ||= text === ",";
  }
  return comma;
}

function isPlanned(span: Span | undefined): boolean {
  return span?.kind === "verb" && (span.form === "infinitive" || span.form === "imperative");
}

/** "comment that …", «напиши, что …»: what follows is the text. */
function quotesAfter(before: readonly Span[]): boolean {
  const verb = before.findLast((span) => span.kind === "verb");
  if (verb?.kind !== "verb") return false;
  // "Log on A that …", not "add that to A".
  return texts.has(verb.op) || (hasConcept(verb.text, "writes") && before.at(-1) !== verb);
}

const texts: ReadonlySet<Operation> = new Set(["comment", "note", "send", "remind"]);

/** "new deal Acme" at the head of a clause asks for one; "new deals" tells of some. */
function opensAsNew({ tokens, marks }: Words, { at, match, before }: WordPosition): boolean {
  const next = tokens[match.end];
  const plural = next !== undefined && languages[next.lang].isPlural(next.lower);
  const adjacent = before.at(-1)?.end === at ? before.at(-1) : undefined;
  return next?.kind === "word" && !plural && opensClause({ tokens, marks, before, at, end: match.end }, adjacent);
}

function isPreposition(token: Token | undefined): boolean {
  return (
    token !== undefined &&
    (languages[token.lang].functionWords.has(token.lower) || languages[token.lang].prepositions.has(token.lower))
  );
}

function nearNumber(
  { tokens, numbers }: { tokens: readonly Token[]; numbers: ReadonlyMap<number, unknown> },
  at: number,
): boolean {
  return numbers.has(at) || numbers.has(at + 1) || (tokens[at]?.kind === "symbol" && tokens[at + 1]?.kind === "number");
}

/** A verb where one can stand; undefined where the same word is a noun. */
function verbSense({ tokens, marks }: Words, op: Operation, { at, match, before }: WordPosition): Sense | undefined {
  const token = tokens[at];
  if (token === undefined) return undefined;
  const language = languages[token.lang];
  // "The check-out" is a noun.
  if (language.ordersBy === "place" && isJoiner(tokens, match.end)) return undefined;
  const said = language.verbForm(token.lower);
  if (said === undefined && !match.exact) return undefined;
  const form =
    language.ordersBy === "place"
      ? formByPlace({ tokens, marks, before, at, end: match.end }, said ?? "imperative")
      : (said ?? "participle");
  return form === undefined ? undefined : { kind: "verb", op, form, stem: token.stem };
}

type VerbPosition = {
  tokens: readonly Token[];
  marks: Source["marks"];
  before: readonly Span[];
  at: number;
  end: number;
};

function formByPlace(place: VerbPosition, said: VerbForm): VerbForm | undefined {
  const { tokens, before, at, end } = place;
  const previous = before.at(-1);
  const adjacent = previous !== undefined && previous.end === at ? previous : undefined;
  if (said === "past") return adjacent === undefined || isDeterminer(adjacent, tokens[at - 1]) ? "participle" : "past";
  if (said === "gerund") return "gerund";
  if (said === "present")
    return end > at + 1 || adjacent?.kind === "pronoun" || adjacent?.kind === "name" ? "present" : undefined;
  if (opensClause(place, adjacent)) return takesObject(place) ? "imperative" : undefined;
  const word = tokens[at - 1];
  if (word !== undefined && languages[word.lang].beforeVerb.has(word.lower)) return "infinitive";
  return adjacent?.kind === "pronoun" && adjacent.of !== "thing" && adjacent.of !== "things"
    ? "present"
    : end > at + 1
      ? "present"
      : undefined;
}

function opensClause(place: VerbPosition, adjacent: Span | undefined): boolean {
  const { tokens, at, marks, before } = place;
  if (at === 0 || marks.stops[at - 1] === true) return true;
  const sign = tokens[at - 1];
  if (sign !== undefined && /^(?:[,;:.)–—-]|\d{1,3}|\p{So})$/u.test(sign.text)) return true;
  if (adjacent === undefined) return true;
  // "Quietly close it", not "which are still open": words of manner open a clause only at its head.
  if (adjacent.kind === "filler" && /^(?:hesitation|manner)$/.test(adjacent.of)) {
    const earlier = before.slice(0, -1);
    const next = earlier.at(-1);
    return opensClause(
      { ...place, before: earlier, at: adjacent.start },
      next?.end === adjacent.start ? next : undefined,
    );
  }
  return (
    adjacent.kind === "link" ||
    adjacent.kind === "polarity" ||
    adjacent.kind === "act" ||
    adjacent.kind === "quoted" ||
    (adjacent.kind === "filler" && adjacent.of !== "function")
  );
}

/** After "and" or a comma "email", "order" and the like are verbs only before an object. */
function takesObject({ tokens, at, end, marks }: VerbPosition): boolean {
  const [token, before, after] = [tokens[at], tokens[at - 1], tokens[end]];
  if (
    token !== undefined &&
    after?.kind === "word" &&
    languages[token.lang].adjectiveVerbs.has(token.lower) &&
    languages[after.lang].isPlural(after.lower) &&
    !languages[after.lang].functionWords.has(after.lower)
  )
    return false;
  if (token === undefined || !languages[token.lang].nounVerbs.has(token.lower)) return true;
  if (before === undefined || marks.stops[at - 1] === true) return true;
  if (after === undefined) return false;
  if (after.kind !== "word") return after.kind !== "punctuation" && after.kind !== "symbol";
  return (
    languages[after.lang].functionWords.has(after.lower) ||
    after.capital ||
    languages[after.lang].numberAt(tokens, end) !== undefined ||
    hasGoal(tokens, end + 1)
  );
}

/** "… and order bolts from Acme": a preposition soon after an object without an article. */
function hasGoal(tokens: readonly Token[], at: number): boolean {
  for (const token of tokens.slice(at, at + 4)) {
    if (token.kind === "punctuation") return false;
    const role = languages[token.lang].prepositions.get(token.lower);
    if (role !== undefined) return role !== "owner" && role !== "topic";
  }
  return false;
}

function isDeterminer(span: Span, token: Token | undefined): boolean {
  if (span.kind === "quantifier" || span.kind === "possessive" || span.kind === "link") return true;
  return span.kind === "filler" && token !== undefined && !languages[token.lang].beforeVerb.has(token.lower);
}
