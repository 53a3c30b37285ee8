import type { DateReading, DateSetting, Moment } from "../language.ts";
import { isBefore, localNow, addDays, dayOf, type LocalNow } from "./calendar.ts";
import { dateTokens, type DateToken } from "./date-tokens.ts";
import { dayRules, type DayReading } from "./day-rules.ts";
import { timeAt, type TimeReading } from "./time-rules.ts";

/** Longer texts are searched up to here. */
const searched = 6_000;

/** Every rule needs a Cyrillic word, or numbers joined by a sign. */
const worthReading = /\p{Script=Cyrillic}|\d\s*[^\s\p{L}\d]\s*\d/u;

type Found = { next: number; day?: DayReading; time?: TimeReading; until?: DayReading };

/** Dates, times and ranges in Russian, counted from the given clock in the given zone. */
export function russianDates(text: string, setting: DateSetting): readonly DateReading[] {
  if (!worthReading.test(text)) return [];
  const tokens = dateTokens(text.slice(0, searched));
  const now = localNow(setting);
  const readings: DateReading[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const found = readingAt(tokens, at, now);
    if (found === undefined) continue;
    const [first, last] = [tokens[at], tokens[found.next - 1]];
    if (first !== undefined && last !== undefined)
      readings.push(toReading(found, { from: first.from, to: last.to }, now));
    at = found.next - 1;
  }
  return readings;
}

/** A day, a time, or both in either order; "с … по …" over two days. */
function readingAt(tokens: readonly DateToken[], at: number, now: LocalNow): Found | undefined {
  const range = rangeAt(tokens, at, now);
  if (range !== undefined) return range;
  const day = dayAt(tokens, at, now);
  if (day !== undefined) {
    const time = day.start.hour === undefined ? timeAt(tokens, afterComma(tokens, day.next)) : undefined;
    return { day, next: time?.next ?? day.next, ...(time ? { time } : {}) };
  }
  const time = timeAt(tokens, at);
  if (time === undefined) return undefined;
  const later = dayAt(tokens, afterLink(tokens, time.next), now);
  return { time, next: later?.next ?? time.next, ...(later ? { day: later } : {}) };
}

function rangeAt(tokens: readonly DateToken[], at: number, now: LocalNow): Found | undefined {
  if (!/^(?:с|со|от|между)$/.test(tokens[at]?.lower ?? "")) return undefined;
  const whole = dayAt(tokens, at, now);
  if (whole !== undefined) return { day: whole, next: whole.next };
  const first = dayAt(tokens, at + 1, now);
  if (first === undefined || !/^(?:по|до|и)$/.test(tokens[first.next]?.lower ?? "")) return undefined;
  const until = dayAt(tokens, first.next + 1, now);
  return until === undefined ? undefined : { day: first, until, next: until.next };
}

function dayAt(tokens: readonly DateToken[], at: number, now: LocalNow): DayReading | undefined {
  let best: DayReading | undefined;
  for (const rule of dayRules) {
    const read = rule(tokens, at, now);
    if (read !== undefined && read.next > (best?.next ?? 0)) best = read;
  }
  return best;
}

function afterComma(tokens: readonly DateToken[], at: number): number {
  return tokens[at]?.text === "," ? at + 1 : at;
}

function afterLink(tokens: readonly DateToken[], at: number): number {
  return /^(?:в|во|на|,)$/.test(tokens[at]?.lower ?? "") ? at + 1 : at;
}

function toReading({ day, time, until }: Found, place: { from: number; to: number }, now: LocalNow): DateReading {
  const end = until === undefined ? (day?.end ?? undefined) : inOrder(day?.start, until.start);
  const start: Moment = { ...(day?.start ?? today(time, now)), ...time?.start };
  const finish = time?.end === undefined ? end : { ...start, ...time.end };
  return {
    ...place,
    start,
    ...(finish === undefined ? {} : { end: finish }),
    certain: {
      date: day !== undefined,
      time: time?.said === true || (time === undefined && day?.start.hour !== undefined),
      year: day?.year === true,
      day: day?.start.day !== undefined,
    },
  };
}

/** A time alone belongs to the next moment the clock shows it. */
function today(time: TimeReading | undefined, now: LocalNow): Moment {
  if (time === undefined) return {};
  const passed = time.start.hour * 60 + time.start.minute < now.hour * 60 + now.minute;
  return dayOf(addDays(now, passed ? 1 : 0));
}

/** "с пятницы по вторник": the end comes after the start. */
function inOrder(start: Moment | undefined, end: Moment): Moment {
  const [a, b] = [start, end].map((moment) => ({
    year: moment?.year ?? 0,
    month: moment?.month ?? 1,
    day: moment?.day ?? 1,
  }));
  if (a === undefined || b === undefined || !isBefore(b, a)) return end;
  return { ...end, ...dayOf(addDays(b, 7)) };
}
