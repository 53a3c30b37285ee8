import type { Reading } from "../reading.ts";
import { hasConcept } from "../lexicon/has-concept.ts";
import { languages } from "../languages.ts";
import type { Span } from "../spans/span.ts";
import { hasRole } from "../words/roles.ts";
import type { Token } from "../words/token.ts";

/** The token after the words at a place that say when, on what condition or by whose word something is so: "once", "as soon as", "per". */
export function conditionAt(tokens: readonly Token[], at: number): number | undefined {
  const token = tokens[at];
  if (token?.kind !== "word") return undefined;
  const entries = languages[token.lang].lexicon.all(tokens, at);
  const found = entries.find(({ concept }) => /^(?:opens\.when|hearsay|link\.if|link\.unless)$/.test(concept));
  return found === undefined ? undefined : at + found.length;
}

/** What a condition of time may be followed by as a value: "before Friday", "after 6 pm", "until 500". */
const isValue = /^(?:date|time|interval|duration|recurrence|number)$/;

/**
 * What an order waits for, or whose word it is, where nothing of a plan carries that: "after the call, …", "… once they pay",
 * "according to Tom, …". `texts` are what the plan writes down: their words are somebody's own.
 */
export function waitsFor(reading: Reading, texts: readonly string[]): Span | undefined {
  const { tokens, spans, clauses, sentences, source } = reading;
  const written = texts.flatMap((text) => {
    const from = text.length < 3 ? -1 : source.toLowerCase().indexOf(text.toLowerCase());
    return from < 0 ? [] : [{ from, to: from + text.length }];
  });
  return spans.find((span) => {
    if (isStated(reading, span) || isInverted(reading, span, written) || isOfOrder(reading, span, written)) return true;
    const end = isPlain(span) ? conditionAt(tokens, span.start) : undefined;
    if (end === undefined || written.some(({ from, to }) => span.from >= from && span.from < to)) return false;
    const clause = clauses.find((one) => one.start <= span.start && one.end > span.start);
    const sentence = sentences[clause?.sentence ?? -1];
    if (span.kind === "question" && sentence?.asks === true) return false;
    const next = spans.find((one) => one.start >= end && !(one.kind === "filler" && one.of === "function"));
    if (next !== undefined && isValue.test(next.kind)) return false;
    const verb = clause?.verb === undefined ? undefined : spans[clause.verb];
    const leads = clause !== undefined && (clause.start === span.start || span.start < (verb?.start ?? 0));
    return leads || !isLimit(tokens[span.start]);
  });
}

/** "There is no time to …", "it is a joy to …": a clause about an order, with what it says of it. */
function isStated({ tokens, spans, clauses }: Reading, { start, clause }: Span): boolean {
  const [token, next] = [tokens[start], tokens[start + 1]];
  const own = clauses[clause];
  if (token === undefined || next === undefined || own?.start !== start || own.act === "ask") return false;
  const { lexicon, ordersBy } = languages[token.lang];
  const isEmpty = hasRole(token.lower, "existential") || hasRole(token.lower, "it");
  if (ordersBy !== "place" || !isEmpty || !lexicon.concepts(next.lower).includes("ask.whether")) return false;
  const to = spans.findIndex((span) => span.clause === clause && span.kind === "filler" && hasRole(span.text, "to do"));
  return to >= 0 && /^(?:verb|unknown|word)$/.test(spans[to + 1]?.kind ?? "");
}

/** "Should the price fall, order two": a condition without "if", as a clause before the order. */
function isInverted(
  { tokens, clauses, sentences }: Reading,
  { start, from }: Span,
  written: readonly Range[],
): boolean {
  const token = tokens[start];
  const sentence = sentences.find((one) => one.start === start);
  if (token === undefined || sentence === undefined || sentence.asks || !hasConcept(token.lower, "opens.inverted"))
    return false;
  const isWritten = written.some((text) => from >= text.from && from < text.to);
  return !isWritten && clauses.some((one) => one.start > start && one.end <= sentence.end && one.act === "do");
}

/** "… That is what they said": a sentence about the order, whose rest is taken for a text. */
function isOfOrder({ tokens, sentences }: Reading, { start, from, to }: Span, written: readonly Range[]): boolean {
  const opens = sentences.some((sentence, at) => at > 0 && sentence.start === start);
  const isThat = tokens[start] !== undefined && hasConcept(tokens[start].lower, "of.order");
  return opens && isThat && written.some((text) => text.from > from && text.from <= to + 1);
}

type Range = { from: number; to: number };

/** A word that no part of the reading made anything else of. */
function isPlain(span: Span): boolean {
  return span.kind === "filler"
    ? span.of === "function"
    : /^(?:word|unknown|question|quantifier|name)$/.test(span.kind);
}

/** "Up to", «до»: inside an order it leads to what is reached. */
function isLimit(token: Token | undefined): boolean {
  const concepts = token === undefined ? [] : languages[token.lang].lexicon.concepts(token.lower);
  return concepts.some((concept) => concept === "rel.until" || concept === "cmp.atMost");
}

/** The texts of values, however deep. */
export function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
