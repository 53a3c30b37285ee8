import type { Candidate } from "../candidate.ts";
import { type DateFound, readDates } from "../../dates/read-dates.ts";
import type { DateReading } from "../../language.ts";
import { tokenize } from "../../words/tokenize.ts";
import { type BareSource, textOf } from "./source.ts";

const between = /^(?:to|until|till|through|and|-|–|—|по|до|и)$/;

/** Dates and times; a range gives itself and its two ends. A quotation that is a date as a whole counts too. */
export function findDates(source: BareSource, dates: readonly DateFound[]): Candidate[] {
  const quoted = source.tokens.flatMap((token, at) => (token.kind === "quoted" ? inQuotes(source, at) : []));
  return [...dates.flatMap((found) => candidatesOf(source, found)), ...quoted];
}

function candidatesOf(source: BareSource, { tokens: { start, end }, ...reading }: DateFound): Candidate[] {
  // "The last month" is passed on as "last month".
  const from = source.tokens[start]?.lower === "the" && start + 1 < end ? start + 1 : start;
  const whole = candidate(source, reading, { start: from, end });
  if (reading.end === undefined) return [whole];
  const middle = source.tokens.findIndex((token, i) => i > start && i < end - 1 && between.test(token.lower));
  if (middle < 0) return [whole];
  const { end: last, ...first } = reading;
  return [
    whole,
    candidate(source, first, { start, end: middle }),
    candidate(source, { ...first, start: last, certain: reading.certain }, { start: middle + 1, end }),
  ];
}

function inQuotes(source: BareSource, at: number): Candidate[] {
  const text = (source.tokens[at]?.text ?? "").slice(1, -1).trim();
  if (text.length > 60) return [];
  const tokens = tokenize(text);
  const [found] = readDates(tokens, source.setting);
  if (found === undefined || found.tokens.start > 0 || found.tokens.end < tokens.length) return [];
  const { tokens: _, ...date } = found;
  return [{ ...candidate(source, date, { start: at, end: at + 1 }), text, value: text }];
}

function candidate(source: BareSource, date: DateReading, at: { start: number; end: number }): Candidate {
  const text = textOf(source, at.start, at.end);
  const timeOnly = date.certain.time && !date.certain.date;
  return { kind: timeOnly ? "time" : "date", ...at, text, value: text, date };
}
