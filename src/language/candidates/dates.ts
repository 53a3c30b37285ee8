import type { Candidate } from "../candidate.ts";
import type { DateReading } from "../language.ts";
import { languages } from "../languages.ts";
import { type Source, textOf } from "./source.ts";

const edge = /^(?:at|on|by|from|until|in|for|since|of|the|between|,|в|на|с|к)$/;
const between = /^(?:to|until|till|through|and|-|–|—|по|до|и)$/;

/** Dates and times; a range gives itself and its two ends. */
export function findDates(source: Source): Candidate[] {
  const codes = new Set(source.tokens.map((token) => token.lang));
  const readings = [...new Set([...codes].map((code) => languages[code]))].flatMap((language) =>
    language.dates(source.source, source.setting),
  );
  return readings.flatMap((reading) => candidatesOf(source, reading));
}

function candidatesOf(source: Source, reading: DateReading): Candidate[] {
  let start = source.tokens.findIndex((token) => token.to > reading.from);
  let end = source.tokens.findIndex((token) => token.from >= reading.to);
  if (end < 0) end = source.tokens.length;
  while (end > start + 1 && source.tokens[end - 1]?.kind === "punctuation") end -= 1;
  while (start >= 0 && start < end - 1 && edge.test(source.tokens[start]?.lower ?? "")) start += 1;
  if (start < 0 || end <= start || cutsUnit(source, end, reading.to)) return [];
  const inQuotes = end === start + 1 && source.tokens[start]?.kind === "quoted";
  const whole = candidate(source, reading, { start, end });
  if (inQuotes)
    return [
      {
        ...whole,
        text: source.source.slice(reading.from, reading.to),
        value: source.source.slice(reading.from, reading.to),
      },
    ];
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

/** "10 m/s" is no ten minutes, "2 pi" no two o'clock. */
function cutsUnit(source: Source, end: number, to: number): boolean {
  const next = source.tokens[end];
  if (next?.glued === true && next.kind === "symbol" && next.text !== "-") return true;
  return (source.tokens[end - 1]?.to ?? 0) > to && source.tokens[end - 1]?.kind === "word";
}

function candidate(source: Source, date: DateReading, at: { start: number; end: number }): Candidate {
  const text = textOf(source, at.start, at.end);
  const timeOnly = date.certain.time && !date.certain.date;
  return { kind: timeOnly ? "time" : "date", ...at, text, value: text, date };
}
