import type { Candidate } from "./candidate.ts";
import type { Source } from "./candidates/source.ts";
import type { DateReading, Moment } from "./language.ts";
import { languages } from "./languages.ts";
import type { Relation, Sense } from "./span.ts";

const relations: readonly Relation[] = ["by", "from", "until", "before", "after", "within"];

/** A date, a time or an interval as a span, with the relation its preposition gives. */
export function senseOfDate({ tokens }: Source, { start }: Candidate, date: DateReading): Sense {
  const before = tokens[start - 1];
  const concepts = before === undefined ? [] : languages[before.lang].lexicon.concepts(before.lower);
  const relation = relations.find((one) => concepts.includes(`rel.${one}`)) ?? "at";
  const time = clockOf(date.start);
  const until = date.end === undefined ? undefined : clockOf(date.end);
  const times = { ...(time !== undefined && date.certain.time && { time }), ...(until !== undefined && { until }) };
  if (date.certain.time && !date.certain.date && time !== undefined)
    return { kind: "time", time, relation, ...(until !== undefined && { until }) };
  const first = dayOf(date.start, "first");
  const last = date.end === undefined ? dayOf(date.start, "last") : dayOf(date.end, "last");
  return {
    kind: first === last ? "date" : "interval",
    first,
    last,
    granularity: date.start.day === undefined ? "month" : "day",
    relation,
    ...times,
  };
}

const two = (part: number): string => String(part).padStart(2, "0");

function clockOf({ hour, minute = 0 }: Moment): string | undefined {
  return hour === undefined ? undefined : `${two(hour)}:${two(minute)}`;
}

function dayOf({ year = 1970, month = 1, day }: Moment, end: "first" | "last"): string {
  const lastDay = new Date(Date.UTC(year, month, 0)).getUTCDate();
  return `${year}-${two(month)}-${two(day ?? (end === "first" ? 1 : lastDay))}`;
}
