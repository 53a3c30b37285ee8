import { languages } from "../../language/languages.ts";
import { changes } from "../../language/operation.ts";
import type { Reading } from "../../language/reading.ts";
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
  const asks = new Set(clauses.flatMap(({ act }, at) => (act === "ask" ? [at] : [])));
  if (asks.size === 0) return sentences.length === 1 ? reading : undefined;
  const isNews = clauses.some(({ act, verb }) => {
    const span = verb === undefined ? undefined : spans[verb];
    return act !== "ask" && span?.kind === "verb" && changes(span.op) && (act !== "tell" || span.form === "past");
  });
  if (isNews) return undefined;
  const asked = spans.filter(({ clause }) => asks.has(clause));
  const isNamed = asked.some(({ kind }) => /^(?:name|unknown|word|identifier|quoted|number)$/.test(kind));
  return isNamed ? { ...reading, spans: spans.filter((span) => asked.includes(span)) } : reading;
}

/** Whether the clauses of the spans that ask want something, and change nothing. */
export function isQuestion(reading: Reading, kinds: readonly Kind[], asks: readonly Span[]): boolean {
  const cues = cuesOf(reading);
  // "Not reserved" says what is counted, and denies nothing.
  const isDenied = (clause: number): boolean =>
    reading.spans.some((span) => span.clause === clause && span.kind === "polarity" && cuesAt(cues, span).length === 0);
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
    // "I counted the gloves" is news.
    if (asking.has(span.op)) return act !== "tell" || span.form !== "past" || span.op === "be" || span.op === "own";
    return isFieldName(reading, verb, kinds);
  });
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
