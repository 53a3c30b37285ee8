import { languages } from "../../language/languages.ts";
import type { Clause } from "../../language/clause.ts";
import { changes } from "../../language/operation.ts";
import type { Reading } from "../../language/reading.ts";
import { mentions, rangesOf } from "../../language/roles.ts";
import type { Span } from "../../language/span.ts";
import { cuesAt, cuesOf } from "./cues.ts";
import type { Kind } from "./kinds.ts";
import { asking } from "./place.ts";

/**
 * The reading with the spans that ask. What is only told beside a question is left to the account; undefined where
 * something is ordered or told as news beside it, or where several sentences ask nothing.
 */
export function questionIn(reading: Reading): Reading | undefined {
  const { clauses, spans, sentences } = reading;
  const verbOf = (at: number | undefined): Span | undefined => (at === undefined ? undefined : spans[at]);
  const isAsked = ({ act, verb, polarity }: Clause): boolean => {
    const span = verbOf(verb);
    // "Tell me where it is."
    return act === "ask" || (act === "do" && polarity === "positive" && span?.kind === "verb" && span.op === "read");
  };
  const asks = new Set(clauses.flatMap((clause, at) => (isAsked(clause) ? [at] : [])));
  if (asks.size === 0) return sentences.length === 1 ? reading : undefined;
  const isNews = clauses.some(({ act, verb }) => {
    const span = verbOf(verb);
    // "Need to send them a letter" only says what the question is for.
    const isSaid =
      act === "tell"
        ? span?.kind === "verb" && span.form !== "past"
        : span?.kind === "verb" && span.form === "infinitive";
    return (
      act !== "ask" &&
      span?.kind === "verb" &&
      changes(span.op) &&
      !isSaid &&
      cuesAt(cuesOf(reading), span).length === 0
    );
  });
  if (isNews) return undefined;
  const asked = spans.filter(({ clause }) => asks.has(clause));
  const isNamed = asked.some(({ kind }) => /^(?:name|unknown|word|identifier|quoted|number)$/.test(kind));
  return isNamed ? { ...reading, spans: spans.filter((span) => asked.includes(span)) } : reading;
}

/** Several questions in one text, where each of them names something. */
export function partsOf(reading: Reading): Reading[] {
  const parts = Map.groupBy(reading.spans, ({ clause }) => clause);
  const isWhole = (spans: readonly Span[]): boolean =>
    spans.some(({ kind }) => kind === "question") &&
    spans.some(({ kind }) => /^(?:name|unknown|identifier|quoted)$/.test(kind));
  const each = [...parts.values()];
  return each.length > 1 && each.every(isWhole) ? each.map((spans) => ({ ...reading, spans })) : [];
}

/** Whether the clauses of the spans that ask want something, and change nothing. */
export function isQuestion(reading: Reading, kinds: readonly Kind[], asks: readonly Span[]): boolean {
  // "Not reserved" says what is counted, and denies nothing.
  const isDenied = (clause: number): boolean =>
    reading.spans.some(
      (span) => span.clause === clause && span.kind === "polarity" && cuesAt(cuesOf(reading), span).length === 0,
    );
  const asked = new Set(asks.map(({ clause }) => clause));
  return reading.clauses.every(({ act, polarity, verb, role }, at) => {
    if (!asked.has(at)) return true;
    if (
      polarity !== "positive" &&
      (isDenied(at) || !reading.spans.some((span) => span.clause === at && span.kind === "polarity"))
    )
      return false;
    if (role !== "main" || (act !== "ask" && act !== "do" && act !== "tell")) return false;
    const span = verb === undefined ? undefined : reading.spans[verb];
    if (act === "ask" || verb === undefined || span?.kind !== "verb") return true;
    // "We measured the boards" is news.
    if (asking.has(span.op)) return act !== "tell" || span.form !== "past" || span.op === "be" || span.op === "own";
    return isFieldName(reading, verb, kinds) || isAbility(reading, span);
  });
}

/** "Can we cover L-1 off the shelf": asks whether it is possible, and orders nothing; "can you" orders. */
function isAbility({ source }: Reading, verb: Span): boolean {
  return (
    mentions(source, "ability") &&
    rangesOf(source, "fulfils").some(({ from, to }) => from <= verb.from && verb.to <= to)
  );
}

/** "Phone of Northwind", "email address of Acme": the word names a field, and no order is given. */
function isFieldName({ spans, tokens }: Reading, at: number, kinds: readonly Kind[]): boolean {
  const names = (span: Span | undefined): boolean => {
    const stem = span === undefined ? "" : (tokens[span.start]?.stem ?? "");
    return kinds.some(({ fields }) => fields.some(({ stems }) => stems.includes(stem)));
  };
  const [span, next] = [spans[at], spans[at + 1]];
  const linked = next?.kind === "filler" && languages.en.prepositions.has(next.text.toLowerCase());
  return (
    at === 0 &&
    names(span) &&
    (linked || (next?.kind === "word" && tokens[next.end]?.lang === "en" && spans[at + 2]?.kind === "filler"))
  );
}
