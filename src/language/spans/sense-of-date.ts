import { compact } from "../../plan/compact.ts";
import type { Candidate } from "./candidate.ts";
import type { Day } from "../dates/calendar.ts";
import type { DateReading, Moment } from "../language.ts";
import { languages } from "../languages.ts";
import type { Relation, Sense } from "./span.ts";
import type { Token } from "../words/token.ts";

const relations: readonly Relation[] = ["by", "from", "until", "before", "after", "within"];

/** A date, a time or an interval as a span, with the relation its preposition gives. */
export function senseOfDate(tokens: readonly Token[], { start }: Candidate, date: DateReading): Sense {
  const concepts = conceptsBefore(tokens, start);
  const since = concepts.includes("rel.since");
  const plain = relations.find((one) => concepts.includes(`rel.${one}`)) ?? (since ? "from" : "at");
  const time = clockOf(date.start);
  const until = date.end === undefined ? undefined : clockOf(date.end);
  const part = date.part === undefined ? {} : { part: date.part };
  if (!date.certain.date && time !== undefined)
    return {
      kind: "time",
      time,
      relation: until === undefined ? plain : "at",
      ...compact({ until }),
      ...part,
    };
  const times = {
    ...(time !== undefined && date.certain.time && { time }),
    ...compact({ until }),
    ...part,
  };
  const days = { first: dayOf(date.start, "first"), last: dayOf(date.end ?? date.start, "last") };
  const earlier =
    date.earlier === undefined ? undefined : { first: written(date.earlier.first), last: written(date.earlier.last) };
  const chosen = since && earlier !== undefined ? earlier : days;
  const range = date.end !== undefined && tokens[start] !== undefined && plain === "from" && !since;
  return {
    kind: chosen.first === chosen.last ? "date" : "interval",
    ...chosen,
    granularity: date.grain,
    relation: range ? "at" : plain,
    ...times,
    ...(earlier !== undefined && !since && { earlier }),
  };
}

/** Concepts of the words right before a date: "no later than", "by the", «не позже». */
function conceptsBefore(tokens: readonly Token[], start: number): readonly string[] {
  for (let length = 3; length > 0; length -= 1) {
    const token = tokens[start - length];
    if (token === undefined) continue;
    const match = languages[token.lang].lexicon.at(tokens, start - length);
    if (match !== undefined && match.end === start) return match.concepts;
  }
  return [];
}

const two = (part: number): string => String(part).padStart(2, "0");

function clockOf({ hour, minute = 0 }: Moment): string | undefined {
  return hour === undefined ? undefined : `${two(hour)}:${two(minute)}`;
}

function written({ year, month, day }: Day): string {
  return `${year}-${two(month)}-${two(day)}`;
}

function dayOf({ year = 1970, month = 1, day }: Moment, end: "first" | "last"): string {
  const lastDay = new Date(Date.UTC(year, month, 0)).getUTCDate();
  return written({ year, month, day: day ?? (end === "first" ? 1 : lastDay) });
}
