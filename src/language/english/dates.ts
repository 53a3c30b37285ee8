import * as chrono from "chrono-node";
import type { DateReading, DateSetting, Moment } from "../language.ts";
import { instantOf, offsetMinutes } from "../zone.ts";

/** Longer texts are searched for dates up to here. */
const searched = 6_000;

const timeWords =
  /day|week|month|year|noon|midnight|night|morning|evening|tomorrow|now|hour|minute|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec/i;

/** The digits of "Q-0192" and "PO_17" are no time. */
const identifiers = /(?<![\w-])[A-Za-z]+[-_#]?\d[\w-]*/g;

/** Dates, times and ranges by chrono, with the clock and zone that were given and no others. */
export function dates(text: string, setting: DateSetting): readonly DateReading[] {
  const head = text.slice(0, searched);
  if (!timeWords.test(head) && !/\d/.test(head.replaceAll(identifiers, " "))) return [];
  const instant = instantOf(setting);
  const reference = { instant, timezone: offsetMinutes(instant, setting.zone) };
  return chrono.en.casual.parse(head, reference).flatMap((result) => {
    const reading = toReading(result);
    return reading === undefined ? [] : [reading];
  });
}

function toReading(result: chrono.ParsedResult): DateReading | undefined {
  const text = result.text;
  // A bare number or a lone "now"/"second" is no date.
  if (/^(?:from\s+)?\d{1,2}\s*(?:to|-|–|until|and)\s*\d{1,2}$/i.test(text)) return undefined;
  if (/^\d{1,2}$|^\d+\.\d+$|^(?:now|second|sat|sun|mon|may|march|mar)$/i.test(text)) return undefined;
  const { start, end } = result;
  return {
    from: result.index,
    to: result.index + text.length,
    start: toMoment(start),
    ...(end ? { end: toMoment(end) } : {}),
    certain: {
      date: start.isCertain("day") || start.isCertain("weekday") || start.isCertain("month"),
      time: start.isCertain("hour"),
      year: start.isCertain("year"),
      day: start.isCertain("day"),
      month: start.isCertain("month") && !start.isCertain("day") && !start.isCertain("weekday"),
    },
  };
}

function toMoment(parts: chrono.ParsedComponents): Moment {
  const moment: Moment = {};
  for (const field of ["year", "month", "day"] as const) {
    const value = parts.get(field);
    if (value !== null) moment[field] = value;
  }
  if (parts.isCertain("hour"))
    for (const field of ["hour", "minute", "second"] as const) moment[field] = parts.get(field) ?? 0;
  return moment;
}
