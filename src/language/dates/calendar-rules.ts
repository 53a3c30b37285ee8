import { compact } from "../../plan/compact.ts";
import { languages } from "../languages.ts";
import type { Granularity } from "../spans/span.ts";
import { addDays, addMonths, type Day, dayOf, daysIn, isBefore, isDay, weekdayOf } from "./calendar.ts";
import { countAt, endsPhrase, said, type Scan, skip, textAt } from "./scan.ts";

/** First and last day of what was said; `next` is the token after it. */
export type DayFound = {
  next: number;
  first: Day;
  last: Day;
  grain: Granularity;
  /** A month by its name, without a day. */
  named?: boolean;
  /** The text says the year. */
  year?: boolean;
  /** The year or the week was left open: how far back the same words reach. */
  earlier?: { first: Day; last: Day };
  /** A shift by hours or minutes. */
  clock?: { hour: number; minute: number };
};

export function one(day: Day, next: number, more: Partial<DayFound> = {}): DayFound {
  return { next, first: dayOf(day), last: dayOf(day), grain: "day", ...more };
}

export function relativeDay(scan: Scan, at: number): DayFound | undefined {
  const word = said(scan, at, "day");
  return word === undefined ? undefined : one(addDays(scan.now, Number(word.name)), word.end);
}

export function fixedDay(scan: Scan, at: number): DayFound | undefined {
  const word = said(scan, at, "fixed");
  if (word === undefined) return undefined;
  const [month = 1, day = 1] = word.name.split("-").map(Number);
  const year = yearAt(scan, word.end);
  return { ...open(scan, { month, day }, year?.value), next: year?.next ?? word.end };
}

const iso = /^(\d{4})-(\d{2})-(\d{2})(?:T(\d{2}):(\d{2}).*)?$/;
const written = /^(\d{1,4})([./-])(\d{1,2})\2(\d{1,4})$/;

/** 2026-03-15, 15.03.2026, 3/15/26, 15.03 */
export function numericDay(scan: Scan, at: number): DayFound | undefined {
  const text = textAt(scan, at);
  const exact = iso.exec(text);
  if (exact !== null) {
    const [year = 0, month = 0, day = 0] = exact.slice(1, 4).map(Number);
    const clock = exact[4] === undefined ? {} : { clock: { hour: Number(exact[4]), minute: Number(exact[5]) } };
    return isDay({ year, month, day }) ? one({ year, month, day }, at + 1, { year: true, ...clock }) : undefined;
  }
  const [, a = "", sign = "", b = "", c = ""] = written.exec(text) ?? [];
  if (sign !== "") {
    const day = inOrder([Number(a), Number(b), Number(c)], {
      long: a.length === 4,
      dayFirst: sign === "." || languages[scan.main].dayFirst,
    });
    return day === undefined ? undefined : one(day, at + 1, { year: true });
  }
  const short = /^(\d{1,2})\.(\d{2})$/.exec(text);
  if (short === null || !languages[scan.main].dayFirst || !endsPhrase(scan, at + 1)) return undefined;
  const [day, month] = [Number(short[1]), Number(short[2])];
  return isDay({ year: scan.now.year, month, day }) ? { ...open(scan, { month, day }), next: at + 1 } : undefined;
}

function inOrder(
  [a, b, c]: readonly [number, number, number],
  { long, dayFirst }: { long: boolean; dayFirst: boolean },
): Day | undefined {
  if (long) return isDay({ year: a, month: b, day: c }) ? { year: a, month: b, day: c } : undefined;
  const year = c < 100 ? 2000 + c : c;
  const swapped = dayFirst ? a > 12 || b <= 12 : a > 12;
  const day = swapped ? { year, month: b, day: a } : { year, month: a, day: b };
  return isDay(day) ? day : undefined;
}

/** A month and day without a year lie ahead; only what passed within the last month counts as past. */
function open({ now }: Scan, { month, day }: { month: number; day: number }, year?: number): DayFound {
  if (year !== undefined) return one({ year, month, day }, 0, { year: true });
  const here = { year: now.year, month, day };
  const ahead = isBefore(here, addMonths(now, -1)) ? { ...here, year: now.year + 1 } : here;
  const back = isBefore(now, here) ? { ...here, year: now.year - 1 } : here;
  return one(ahead, 0, { earlier: { first: back, last: back } });
}

export function yearAt(scan: Scan, at: number): { value: number; next: number } | undefined {
  const place = textAt(scan, at) === "," ? at + 1 : at;
  if (!/^(?:19|20|21)\d{2}$/.test(textAt(scan, place))) return undefined;
  const word = said(scan, place + 1, "year");
  const dot =
    word !== undefined &&
    textAt(scan, word.end) === "." &&
    scan.tokens[word.end]?.glued === true &&
    textAt(scan, place + 1).length === 1;
  return { value: Number(textAt(scan, place)), next: (word?.end ?? place + 1) + Number(dot) };
}

/** 1 to 31, in digits or as an ordinal. */
function dayNumber(scan: Scan, at: number): { value: number; end: number } | undefined {
  const count = countAt(scan, at);
  if (count === undefined || !Number.isInteger(count.value) || count.value < 1 || count.value > 31) return undefined;
  return scan.tokens[at]?.kind === "number" || count.ordinal ? { value: count.value, end: count.end } : undefined;
}

/** The second day of a range: a later one, and no amount of something. */
function joined(scan: Scan, first: { value: number; end: number }): { value: number; end: number } | undefined {
  const joint = said(scan, first.end, "range.to");
  const second = joint === undefined ? undefined : dayNumber(scan, joint.end);
  if (second === undefined || second.value <= first.value || said(scan, second.end, "period") !== undefined)
    return undefined;
  return second;
}

/** "15 March", "the 3rd of May 2027", «10–15 мая», «с 10 по 15 мая». */
export function dayAndMonth(scan: Scan, at: number): DayFound | undefined {
  const begin = said(scan, at, "range.from")?.end ?? at;
  const first = dayNumber(scan, skip(scan, begin, "of"));
  if (first === undefined) return undefined;
  const second = joined(scan, first);
  if (begin !== at && second === undefined) return undefined;
  const month = said(scan, skip(scan, skip(scan, second?.end ?? first.end, "of"), "of"), "month");
  if (month === undefined) return undefined;
  const year = yearAt(scan, month.end);
  return span(scan, {
    month: Number(month.name),
    days: [first.value, second?.value ?? first.value],
    next: year?.next ?? month.end,
    ...compact({ year: year?.value }),
  });
}

/** "March 15th", "March 10-15, 2026", "2026 March 15th". */
export function monthAndDay(scan: Scan, at: number): DayFound | undefined {
  const lead = textAt(scan, at) === "," ? undefined : yearAt(scan, at);
  const month = said(scan, lead?.next ?? at, "month");
  const first = month === undefined ? undefined : dayNumber(scan, skip(scan, month.end, "of"));
  if (
    month === undefined ||
    first === undefined ||
    languages[scan.main].dayFirst ||
    /^[:%]$/.test(textAt(scan, first.end))
  )
    return undefined;
  const second = joined(scan, first);
  const next = second?.end ?? first.end;
  const year = lead === undefined ? yearAt(scan, next) : { ...lead, next };
  return span(scan, {
    month: Number(month.name),
    days: [first.value, second?.value ?? first.value],
    next: year?.next ?? next,
    ...compact({ year: year?.value }),
  });
}

function span(
  scan: Scan,
  { month, days, next, year }: { month: number; days: readonly [number, number]; next: number; year?: number },
): DayFound | undefined {
  const found = open(scan, { month, day: days[0] }, year);
  if (!isDay(found.first) || !isDay({ ...found.first, day: days[1] })) return undefined;
  const till = (day: Day): Day => ({ ...day, day: days[1] });
  return {
    ...found,
    last: till(found.last),
    ...(found.earlier && { earlier: { first: found.earlier.first, last: till(found.earlier.last) } }),
    next,
  };
}

/** "in March", «к маю 2026», "next May", «марта следующего года». */
export function monthAlone(scan: Scan, at: number): DayFound | undefined {
  const shift = said(scan, at, "shift");
  const place = shift?.end ?? at;
  const word = said(scan, place, "month");
  if (word === undefined) return undefined;
  const year = yearAt(scan, word.end);
  const after = said(scan, word.end, "shift");
  const shiftedYear = after !== undefined && said(scan, after.end, "period")?.name === "year" ? after : undefined;
  if (
    said(scan, place, "weak") !== undefined &&
    year === undefined &&
    shift === undefined &&
    said(scan, at - 1, "on") === undefined
  )
    return undefined;
  const month = Number(word.name);
  const { now } = scan;
  const said1 = year?.value ?? (shiftedYear === undefined ? undefined : now.year + Number(shiftedYear.name));
  const ahead = month < now.month ? now.year + 1 : now.year;
  const chosen =
    said1 ??
    (shift?.name === "-1"
      ? month < now.month
        ? now.year
        : now.year - 1
      : shift?.name === "1" && month === now.month
        ? ahead + 1
        : ahead);
  const whole = (inYear: number) => ({
    first: { year: inYear, month, day: 1 },
    last: { year: inYear, month, day: daysIn({ year: inYear, month }) },
  });
  const next =
    year?.next ?? (shiftedYear === undefined ? word.end : (said(scan, shiftedYear.end, "period")?.end ?? word.end));
  const back = month > now.month ? now.year - 1 : now.year;
  return {
    next,
    ...whole(chosen),
    grain: "month",
    named: true,
    ...(said1 === undefined ? shift === undefined && { earlier: whole(back) } : { year: true }),
  };
}

/** A bare weekday is the next one to come; with "next" that of next week. "Friday next week", "Friday, 20 November". */
export function weekday(scan: Scan, at: number): DayFound | undefined {
  const near = said(scan, at, "near");
  const shift = said(scan, at, "shift");
  const place = said(scan, shift?.end ?? at, "weekday") === undefined ? (near?.end ?? at) : (shift?.end ?? at);
  const word = said(scan, place, "weekday");
  if (
    word === undefined ||
    (said(scan, place, "weak") !== undefined && place === at && said(scan, at - 1, "on") === undefined)
  )
    return undefined;
  const { now } = scan;
  const number = Number(word.name);
  const monday = addDays(now, 1 - weekdayOf(now));
  const dated =
    dayAndMonth(scan, textAt(scan, word.end) === "," ? word.end + 1 : word.end) ??
    monthAndDay(scan, textAt(scan, word.end) === "," ? word.end + 1 : word.end);
  if (dated !== undefined) return dated;
  const week = weekShift(scan, word.end) ?? weekShift(scan, skip(scan, skip(scan, word.end, "on"), "of"));
  if (week !== undefined) return one(addDays(monday, number - 1 + 7 * week.by), week.next);
  const back = addDays(now, -((weekdayOf(now) - number + 6) % 7) - 1);
  // "the previous Monday" is the one before the last.
  if (shift?.name === "-1" && place === shift.end)
    return one(said(scan, at, "before that") === undefined ? back : addDays(back, -7), word.end);
  if (shift !== undefined && place === shift.end && shift.name === "1")
    return one(addDays(monday, number + 6), word.end);
  if (shift !== undefined && place === shift.end && !isBefore(addDays(monday, number - 1), now))
    return one(addDays(monday, number - 1), word.end);
  const ahead = addDays(now, ((number - weekdayOf(now) + 6) % 7) + 1);
  return one(ahead, word.end, { earlier: { first: back, last: back } });
}

function weekShift(scan: Scan, at: number): { by: number; next: number } | undefined {
  const shift = said(scan, at, "shift");
  const unit = shift === undefined ? undefined : said(scan, shift.end, "period");
  return shift !== undefined && unit?.name === "week" ? { by: Number(shift.name), next: unit.end } : undefined;
}

/** "on the 15th", «15-го», «15 числа»: the next such day. */
export function dayOfMonth(scan: Scan, at: number): DayFound | undefined {
  const place = said(scan, at, "of")?.end ?? at;
  const count = countAt(scan, place);
  const number = count === undefined ? undefined : dayNumber(scan, place);
  if (count === undefined || number === undefined || scan.tokens[place]?.kind !== "number") return undefined;
  const named = place === at ? said(scan, number.end, "of") : undefined;
  const dated =
    count.ordinal && (place > at || languages[scan.main].dayFirst) && said(scan, at - 1, "on") !== undefined;
  if (!dated && (named === undefined || !languages[scan.main].dayFirst)) return undefined;
  const next = named?.end ?? number.end;
  if (!endsPhrase(scan, next)) return undefined;
  const { now } = scan;
  const here = { year: now.year, month: now.month, day: number.value };
  const ahead = isBefore(here, now) ? addMonths(here, 1) : here;
  return isDay(ahead)
    ? one(ahead, next, { earlier: { first: addMonths(ahead, -1), last: addMonths(ahead, -1) } })
    : undefined;
}

export function yearAlone(scan: Scan, at: number): DayFound | undefined {
  const year = yearAt(scan, at);
  if (year === undefined || textAt(scan, at) === ",") return undefined;
  const named = said(scan, at + 1, "year") !== undefined || said(scan, at - 1, "on") !== undefined;
  if (!named || !endsPhrase(scan, year.next)) return undefined;
  return {
    next: year.next,
    first: { year: year.value, month: 1, day: 1 },
    last: { year: year.value, month: 12, day: 31 },
    grain: "year",
    year: true,
  };
}
