import type { Moment } from "../language.ts";
import {
  addDays,
  addMinutes,
  addMonths,
  dayOf,
  daysIn,
  isBefore,
  isDay,
  weekdayOf,
  type LocalNow,
} from "./calendar.ts";
import { monthOf, periodOf, relativeDays, shiftOf, weekdayNumber, type Period } from "./date-words.ts";
import type { DateToken } from "./date-tokens.ts";
import { russianNumberAt } from "./numbers.ts";

/** A reading over tokens; `next` is the first token after it. */
export type DayReading = { next: number; start: Moment; end?: Moment; year?: boolean };

export type DayRule = (tokens: readonly DateToken[], at: number, now: LocalNow) => DayReading | undefined;

/** All ways to say a day or a span of days. The longest reading at a place wins. */
export const dayRules: readonly DayRule[] = [
  relativeDay,
  numericDate,
  isoDate,
  dayOfMonth,
  monthAlone,
  weekday,
  after,
  ago,
  edgeOfPeriod,
  wholePeriod,
  lastPeriods,
  weekend,
];

function word(tokens: readonly DateToken[], at: number): string {
  return tokens[at]?.lower ?? "";
}

function relativeDay(tokens: readonly DateToken[], at: number, now: LocalNow): DayReading | undefined {
  const shift = relativeDays.get(word(tokens, at));
  if (shift === undefined) return undefined;
  const adjective = word(tokens, at).length > 9 && periodOf.get(word(tokens, at + 1)) === "day";
  return { next: at + (adjective ? 2 : 1), start: dayOf(addDays(now, shift)) };
}

/** 15.03.2025, 15/03/25, 15.03 */
function numericDate(tokens: readonly DateToken[], at: number, now: LocalNow): DayReading | undefined {
  const sign = word(tokens, at + 1);
  if ((sign !== "." && sign !== "/") || tokens[at]?.text.length === undefined || tokens[at].text.length > 2)
    return undefined;
  const [day, month] = [Number(tokens[at].text), Number(tokens[at + 2]?.text)];
  if (!isGlued(tokens, at + 1, 2) || !/^\d{2}$/.test(word(tokens, at + 2))) return undefined;
  const written =
    word(tokens, at + 3) === sign && /^(?:\d{2}|\d{4})$/.test(word(tokens, at + 4)) && isGlued(tokens, at + 3, 2);
  const short = Number(tokens[at + 4]?.text);
  const year = written ? (short < 100 ? 2000 + short : short) : now.year;
  if (!isDay({ year, month, day }) || (!written && sign === "/")) return undefined;
  return {
    next: at + (written ? 5 : 3),
    start: written ? { year, month, day } : upcoming({ month, day }, now),
    year: written,
  };
}

function isoDate(tokens: readonly DateToken[], at: number): DayReading | undefined {
  if (!/^\d{4}$/.test(word(tokens, at)) || word(tokens, at + 1) !== "-" || word(tokens, at + 3) !== "-")
    return undefined;
  const [year, month, day] = [at, at + 2, at + 4].map((place) => Number(word(tokens, place)));
  if (year === undefined || month === undefined || day === undefined || !isDay({ year, month, day })) return undefined;
  return { next: at + 5, start: { year, month, day }, year: true };
}

/** "15 марта", "пятнадцатого марта 2025 года", "10–15 марта", "с 10 по 15 марта". */
function dayOfMonth(tokens: readonly DateToken[], at: number, now: LocalNow): DayReading | undefined {
  const begin = word(tokens, at) === "с" || word(tokens, at) === "со" ? at + 1 : at;
  const first = dayNumber(tokens, begin);
  if (first === undefined) return undefined;
  const joined = /^(?:по|до|-|–|—)$/.test(word(tokens, first.next)) ? dayNumber(tokens, first.next + 1) : undefined;
  const monthAt = joined?.next ?? first.next;
  const month = monthOf.get(word(tokens, monthAt));
  if (month === undefined) return undefined;
  const year = yearAt(tokens, monthAt + 1);
  const on = (day: number): Moment =>
    year === undefined ? upcoming({ month, day }, now) : { year: year.value, month, day };
  if (!isDay({ year: year?.value ?? 2024, month, day: joined?.value ?? first.value })) return undefined;
  const next = year?.next ?? monthAt + 1;
  if (joined !== undefined) return { next, start: on(first.value), end: on(joined.value), year: year !== undefined };
  return begin === at ? { next, start: on(first.value), year: year !== undefined } : undefined;
}

function dayNumber(tokens: readonly DateToken[], at: number): { value: number; next: number } | undefined {
  const read = russianNumberAt(tokens, at);
  if (read === undefined || !Number.isInteger(read.value) || read.value < 1 || read.value > 31) return undefined;
  return { value: read.value, next: read.end };
}

function yearAt(tokens: readonly DateToken[], at: number): { value: number; next: number } | undefined {
  if (!/^(?:19|20|21)\d{2}$/.test(word(tokens, at))) return undefined;
  const named = /^(?:года|году|год|г)$/.test(word(tokens, at + 1));
  const dot = named && word(tokens, at + 1) === "г" && word(tokens, at + 2) === ".";
  return { value: Number(word(tokens, at)), next: at + 1 + Number(named) + Number(dot) };
}

/** "в марте", "к маю 2026": the month without a day. */
function monthAlone(tokens: readonly DateToken[], at: number, now: LocalNow): DayReading | undefined {
  const month = monthOf.get(word(tokens, at));
  if (month === undefined || word(tokens, at).length < 3) return undefined;
  const said = yearAt(tokens, at + 1);
  const shift = shiftOf(word(tokens, at + 1));
  const shifted = shift !== undefined && periodOf.get(word(tokens, at + 2)) === "year";
  const year = said?.value ?? now.year + (shifted ? shift : month < now.month ? 1 : 0);
  return { next: said?.next ?? at + (shifted ? 3 : 1), start: { year, month }, year: said !== undefined || shifted };
}

/** A bare weekday is the next one to come; "следующий" is the one of next week. */
function weekday(tokens: readonly DateToken[], at: number, now: LocalNow): DayReading | undefined {
  const shift = shiftOf(word(tokens, at));
  const near = word(tokens, at).startsWith("ближайш");
  const place = shift === undefined && !near ? at : at + 1;
  const number = weekdayNumber.get(word(tokens, place));
  if (number === undefined) return undefined;
  const monday = addDays(now, 1 - weekdayOf(now));
  if (shift === -1) {
    const back = (weekdayOf(now) - number + 6) % 7;
    return { next: place + 1, start: dayOf(addDays(now, -back - 1)) };
  }
  if (shift !== undefined) return { next: place + 1, start: dayOf(addDays(monday, number - 1 + 7 * shift)) };
  const ahead = (number - weekdayOf(now) + 6) % 7;
  return { next: place + 1, start: dayOf(addDays(now, ahead + 1)) };
}

/** "через три дня", "через неделю", "через полчаса". */
function after(tokens: readonly DateToken[], at: number, now: LocalNow): DayReading | undefined {
  if (word(tokens, at) !== "через") return undefined;
  const span = spanAt(tokens, at + 1);
  return span === undefined ? undefined : { next: span.next, start: shifted(now, span, 1) };
}

function ago(tokens: readonly DateToken[], at: number, now: LocalNow): DayReading | undefined {
  const span = spanAt(tokens, at);
  if (span === undefined || word(tokens, span.next) !== "назад") return undefined;
  return { next: span.next + 1, start: shifted(now, span, -1) };
}

type Span = { count: number; period: Period; next: number };

/** A count and a period; the count may be silent ("неделю") and half may be glued ("полчаса"). */
export function spanAt(tokens: readonly DateToken[], at: number): Span | undefined {
  const glued = /^пол(часа|года|дня|минуты|месяца)$/.exec(word(tokens, at))?.[1];
  if (glued !== undefined) return halfOf(glued, at + 1);
  const dashed = word(tokens, at) === "пол" && word(tokens, at + 1) === "-" ? word(tokens, at + 2) : undefined;
  if (dashed !== undefined) return halfOf(dashed, at + 3);
  const number = russianNumberAt(tokens, at);
  const period = periodOf.get(word(tokens, number?.end ?? at));
  if (period === undefined || number?.ordinal === true) return undefined;
  return { count: number?.value ?? 1, period, next: (number?.end ?? at) + 1 };
}

function halfOf(form: string, next: number): Span | undefined {
  const period = periodOf.get(form);
  return period === undefined ? undefined : { count: 0.5, period, next };
}

function shifted(now: LocalNow, { count, period }: Span, sign: 1 | -1): Moment {
  const steps = count * sign;
  switch (period) {
    case "minute":
    case "hour":
      return addMinutes(now, Math.round(steps * (period === "hour" ? 60 : 1)));
    case "day":
      return Number.isInteger(steps) ? dayOf(addDays(now, steps)) : addMinutes(now, Math.round(steps * 1440));
    case "week":
      return dayOf(addDays(now, Math.round(steps * 7)));
    case "month":
    case "quarter":
    case "year":
      return dayOf(addMonths(now, Math.round(steps * monthsIn(period))));
    default:
      return period satisfies never;
  }
}

function monthsIn(period: "month" | "quarter" | "year"): number {
  return period === "month" ? 1 : period === "quarter" ? 3 : 12;
}

/** "до конца месяца", "в начале следующей недели". */
function edgeOfPeriod(tokens: readonly DateToken[], at: number, now: LocalNow): DayReading | undefined {
  const edge = /^(кон(?:ец|ца|це|цу))|(начал[аоеу])$/.exec(word(tokens, at));
  if (edge === null) return undefined;
  const whole = periodSpan(tokens, at + 1, now) ?? monthSpan(tokens, at + 1, now);
  if (whole === undefined) return undefined;
  return { next: whole.next, start: edge[1] === undefined ? whole.start : whole.end };
}

function wholePeriod(tokens: readonly DateToken[], at: number, now: LocalNow): DayReading | undefined {
  return shiftOf(word(tokens, at)) === undefined ? undefined : periodSpan(tokens, at, now);
}

type WholeReading = { next: number; start: Moment; end: Moment };

/** "[этой] недели", "следующего месяца" as first and last day. */
function periodSpan(tokens: readonly DateToken[], at: number, now: LocalNow): WholeReading | undefined {
  const shift = shiftOf(word(tokens, at));
  const place = shift === undefined ? at : at + 1;
  const period = periodOf.get(word(tokens, place));
  const by = shift ?? 0;
  if (period === undefined || period === "minute" || period === "hour") return undefined;
  const next = place + 1;
  if (period === "day") return { next, start: dayOf(addDays(now, by)), end: dayOf(addDays(now, by)) };
  if (period === "week") {
    const monday = addDays(now, 1 - weekdayOf(now) + 7 * by);
    return { next, start: dayOf(monday), end: dayOf(addDays(monday, 6)) };
  }
  const length = monthsIn(period);
  const first = addMonths({ ...now, day: 1, month: now.month - ((now.month - 1) % length) }, by * length);
  const last = addMonths(first, length - 1);
  return { next, start: dayOf(first), end: { ...dayOf(last), day: daysIn(last) } };
}

function monthSpan(tokens: readonly DateToken[], at: number, now: LocalNow): WholeReading | undefined {
  const read = monthAlone(tokens, at, now);
  const { year, month } = read?.start ?? {};
  if (read === undefined || year === undefined || month === undefined) return undefined;
  return { next: read.next, start: { year, month, day: 1 }, end: { year, month, day: daysIn({ year, month }) } };
}

/** "за последние 7 дней", "за последнюю неделю": up to today. */
function lastPeriods(tokens: readonly DateToken[], at: number, now: LocalNow): DayReading | undefined {
  if (!/^последн(?:ие|их|юю|ий|ее|ей)$/.test(word(tokens, at))) return undefined;
  const span = spanAt(tokens, at + 1);
  return span === undefined ? undefined : { next: span.next, start: shifted(now, span, -1), end: dayOf(now) };
}

function weekend(tokens: readonly DateToken[], at: number, now: LocalNow): DayReading | undefined {
  const shift = shiftOf(word(tokens, at));
  const place = shift === undefined ? at : at + 1;
  if (!/^выходн(?:ые|ых|ым)$/.test(word(tokens, place))) return undefined;
  const saturday = addDays(now, 6 - weekdayOf(now) + 7 * (shift ?? 0));
  return { next: place + 1, start: dayOf(saturday), end: dayOf(addDays(saturday, 1)) };
}

/** A day and month without a year lie ahead; only what passed within the last month is taken as past. */
function upcoming(date: { month: number; day: number }, now: LocalNow): Moment {
  const day = { year: now.year, ...date };
  return isBefore(day, addMonths(now, -1)) ? { ...day, year: now.year + 1 } : day;
}

function isGlued(tokens: readonly DateToken[], at: number, count: number): boolean {
  return tokens.slice(at, at + count).length === count && tokens.slice(at, at + count).every((token) => token.glued);
}
