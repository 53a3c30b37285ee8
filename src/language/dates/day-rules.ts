import { languages } from "../languages.ts";
import type { Granularity } from "../span.ts";
import { addDays, addMinutes, addMonths, type Day, dayOf, daysIn, isBefore, isDay, weekdayOf } from "./calendar.ts";
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

type Rule = (scan: Scan, at: number) => DayFound | undefined;

/** All ways to say a day or several. The longest reading at a place wins. */
const rules: readonly Rule[] = [
  relativeDay,
  fixedDay,
  numericDay,
  dayAndMonth,
  monthAndDay,
  monthAlone,
  weekday,
  shifted,
  rolling,
  within,
  edge,
  edgeOfNow,
  period,
  quarter,
  weekend,
  dayOfMonth,
  yearAlone,
];

export function dayAt(scan: Scan, at: number): DayFound | undefined {
  let best: DayFound | undefined;
  for (const rule of rules) {
    const found = rule(scan, at);
    if (found !== undefined && found.next > (best?.next ?? at)) best = found;
  }
  return best;
}

function one(day: Day, next: number, more: Partial<DayFound> = {}): DayFound {
  return { next, first: dayOf(day), last: dayOf(day), grain: "day", ...more };
}

function relativeDay(scan: Scan, at: number): DayFound | undefined {
  const word = said(scan, at, "day");
  return word === undefined ? undefined : one(addDays(scan.now, Number(word.name)), word.end);
}

function fixedDay(scan: Scan, at: number): DayFound | undefined {
  const word = said(scan, at, "fixed");
  if (word === undefined) return undefined;
  const [month = 1, day = 1] = word.name.split("-").map(Number);
  const year = yearAt(scan, word.end);
  return { ...open(scan, { month, day }, year?.value), next: year?.next ?? word.end };
}

const iso = /^(\d{4})-(\d{2})-(\d{2})(?:T(\d{2}):(\d{2}).*)?$/;
const written = /^(\d{1,4})([./-])(\d{1,2})\2(\d{1,4})$/;

/** 2026-03-15, 15.03.2026, 3/15/26, 15.03 */
function numericDay(scan: Scan, at: number): DayFound | undefined {
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

function yearAt(scan: Scan, at: number): { value: number; next: number } | undefined {
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

function joined(scan: Scan, at: number): { value: number; end: number } | undefined {
  const joint = said(scan, at, "range.to");
  return joint === undefined ? undefined : dayNumber(scan, joint.end);
}

/** "15 March", "the 3rd of May 2027", «10–15 мая», «с 10 по 15 мая». */
function dayAndMonth(scan: Scan, at: number): DayFound | undefined {
  const begin = said(scan, at, "range.from")?.end ?? at;
  const first = dayNumber(scan, skip(scan, begin, "of"));
  if (first === undefined) return undefined;
  const second = joined(scan, first.end);
  if (begin !== at && second === undefined) return undefined;
  const month = said(scan, skip(scan, skip(scan, second?.end ?? first.end, "of"), "of"), "month");
  if (month === undefined) return undefined;
  const year = yearAt(scan, month.end);
  return span(scan, {
    month: Number(month.name),
    days: [first.value, second?.value ?? first.value],
    next: year?.next ?? month.end,
    ...(year && { year: year.value }),
  });
}

/** "March 15th", "March 10-15, 2026". */
function monthAndDay(scan: Scan, at: number): DayFound | undefined {
  const month = said(scan, at, "month");
  const first = month === undefined ? undefined : dayNumber(scan, skip(scan, month.end, "of"));
  if (
    month === undefined ||
    first === undefined ||
    languages[scan.main].dayFirst ||
    /^[:%]$/.test(textAt(scan, first.end))
  )
    return undefined;
  const second = joined(scan, first.end);
  const next = second?.end ?? first.end;
  const year = yearAt(scan, next);
  return span(scan, {
    month: Number(month.name),
    days: [first.value, second?.value ?? first.value],
    next: year?.next ?? next,
    ...(year && { year: year.value }),
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
function monthAlone(scan: Scan, at: number): DayFound | undefined {
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
function weekday(scan: Scan, at: number): DayFound | undefined {
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
  if (shift?.name === "-1" && place === shift.end) return one(back, word.end);
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

type Length = { count: number; unit: Granularity; end: number };

/** "3 days", "a week", "half an hour", «полчаса», «неделю». `bare` allows a unit without a count. */
export function lengthAt(scan: Scan, at: number, bare: boolean): Length | undefined {
  const fixed = said(scan, at, "span");
  if (fixed !== undefined) {
    const cut = fixed.name.lastIndexOf(".");
    return { count: Number(fixed.name.slice(0, cut)), unit: fixed.name.slice(cut + 1) as Granularity, end: fixed.end }; // as the table writes it
  }
  const few = said(scan, at, "few");
  const article = few ?? said(scan, at, "article");
  const count = article === undefined ? countAt(scan, at) : undefined;
  if (count?.ordinal === true) return undefined;
  const from = count?.end ?? article?.end ?? at;
  const dash = textAt(scan, from) === "-" ? 1 : 0;
  const unit = said(scan, from + dash, "period");
  if (unit === undefined || (count === undefined && article === undefined && !bare)) return undefined;
  return {
    count: count?.value ?? (few === undefined ? 1 : Number(few.name)),
    unit: unit.name as Granularity,
    end: unit.end,
  }; // one of the periods
}

function moved(
  scan: Scan,
  { count, unit }: Length,
  { sign, from = scan.now, next }: { sign: 1 | -1; from?: Day; next: number },
): DayFound {
  const steps = count * sign;
  const whole = Number.isInteger(steps);
  if (unit === "minute" || unit === "hour" || (unit === "day" && !whole)) {
    const at = addMinutes({ ...scan.now, ...from }, Math.round(steps * { minute: 1, hour: 60, day: 1440 }[unit]));
    return one(at, next, { grain: "minute", clock: { hour: at.hour, minute: at.minute } });
  }
  if (unit === "day" || unit === "week") return one(addDays(from, Math.round(steps * (unit === "week" ? 7 : 1))), next);
  return one(addMonths(from, Math.round(steps * monthsIn(unit))), next);
}

function monthsIn(unit: "month" | "quarter" | "year"): number {
  return { month: 1, quarter: 3, year: 12 }[unit];
}

/** "in three days", «через неделю», "3 days ago", "two weeks from now", "a week from Friday". */
function shifted(scan: Scan, at: number): DayFound | undefined {
  const ahead = said(scan, at, "in");
  const length = lengthAt(scan, ahead?.end ?? at, ahead !== undefined);
  if (length === undefined) return undefined;
  const ago = said(scan, length.end, "ago");
  if (ago !== undefined && ahead === undefined) return moved(scan, length, { sign: -1, next: ago.end });
  const later = said(scan, length.end, "later");
  const from = said(scan, length.end, "later.from");
  if (later !== undefined && later.name === "") return moved(scan, length, { sign: 1, next: later.end });
  const base = from === undefined ? undefined : (relativeDay(scan, from.end) ?? weekday(scan, from.end));
  if (base !== undefined) return moved(scan, length, { sign: 1, from: base.first, next: base.next });
  return ahead === undefined ? undefined : moved(scan, length, { sign: 1, next: length.end });
}

/** "the last 3 days", "past week", «ближайшие две недели»: from or up to today. */
function rolling(scan: Scan, at: number): DayFound | undefined {
  const way = said(scan, at, "roll");
  const length =
    way === undefined
      ? undefined
      : (lengthAt(scan, way.end, false) ??
        (said(scan, at, "shift") === undefined ? lengthAt(scan, way.end, true) : undefined));
  if (way === undefined || length === undefined || length.unit === "minute" || length.unit === "hour") return undefined;
  const other = moved(scan, length, { sign: way.name === "1" ? 1 : -1, next: length.end });
  const today = dayOf(scan.now);
  return way.name === "1" ? { ...other, first: today, grain: "day" } : { ...other, last: today, grain: "day" };
}

function within(scan: Scan, at: number): DayFound | undefined {
  const word = said(scan, at, "within");
  const length = word === undefined ? undefined : lengthAt(scan, word.end, true);
  if (
    word === undefined ||
    length === undefined ||
    length.unit === "minute" ||
    length.unit === "hour" ||
    textAt(scan, at).length < 2
  )
    return undefined;
  return { ...moved(scan, length, { sign: 1, next: length.end }), first: dayOf(scan.now) };
}

/** "end of next month", «в начале марта». */
function edge(scan: Scan, at: number): DayFound | undefined {
  const word = said(scan, at, "edge");
  if (word === undefined || word.name.startsWith("now")) return undefined;
  const begin = skip(scan, skip(scan, textAt(scan, word.end) === "-" ? word.end + 1 : word.end, "of"), "of");
  const whole =
    period(scan, begin) ??
    barePeriod(scan, begin) ??
    monthAlone({ ...scan }, begin) ??
    weakMonth(scan, begin) ??
    yearAlone(scan, begin);
  if (whole === undefined) return undefined;
  const middle = addDays(
    whole.first,
    Math.floor(
      (Date.UTC(whole.last.year, whole.last.month - 1, whole.last.day) -
        Date.UTC(whole.first.year, whole.first.month - 1, whole.first.day)) /
        172_800_000,
    ),
  );
  return one(word.name === "end" ? whole.last : word.name === "start" ? whole.first : middle, whole.next);
}

function weakMonth(scan: Scan, at: number): DayFound | undefined {
  const word = said(scan, at, "month");
  if (word === undefined) return undefined;
  const [month, year] = [Number(word.name), scan.now.year + Number(Number(word.name) < scan.now.month)];
  return {
    next: word.end,
    first: { year, month, day: 1 },
    last: { year, month, day: daysIn({ year, month }) },
    grain: "month",
  };
}

function edgeOfNow(scan: Scan, at: number): DayFound | undefined {
  const word = said(scan, at, "edge.now");
  return word === undefined ? undefined : one(spanOf(scan, word.name as Granularity, 0).last, word.end); // one of the periods
}

/** "this week", «следующего месяца»: first and last day. */
function period(scan: Scan, at: number): DayFound | undefined {
  const shift = said(scan, at, "shift");
  const unit = shift === undefined ? undefined : said(scan, shift.end, "period");
  if (shift === undefined || unit === undefined || unit.name === "minute" || unit.name === "hour") return undefined;
  return { ...spanOf(scan, unit.name as Granularity, Number(shift.name)), next: unit.end }; // one of the periods
}

function barePeriod(scan: Scan, at: number): DayFound | undefined {
  const unit = said(scan, at, "period");
  return unit === undefined || unit.name === "minute" || unit.name === "hour"
    ? undefined
    : { ...spanOf(scan, unit.name as Granularity, 0), next: unit.end };
}

function spanOf({ now }: Scan, unit: Granularity, by: number): DayFound {
  if (unit === "week") {
    const monday = addDays(now, 1 - weekdayOf(now) + 7 * by);
    return { next: 0, first: dayOf(monday), last: dayOf(addDays(monday, 6)), grain: "week" };
  }
  if (unit !== "month" && unit !== "quarter" && unit !== "year") return one(addDays(now, by), 0);
  const length = monthsIn(unit);
  const first = addMonths({ ...now, day: 1, month: now.month - ((now.month - 1) % length) }, by * length);
  const last = addMonths(first, length - 1);
  return { next: 0, first: dayOf(first), last: { ...dayOf(last), day: daysIn(last) }, grain: unit };
}

/** "Q3", "Q3 2026", "third quarter", «2 квартал». */
function quarter(scan: Scan, at: number): DayFound | undefined {
  const sign = /^[Qq]([1-4])$/.exec(textAt(scan, at));
  const count = sign === null ? countAt(scan, at) : undefined;
  const unit = count === undefined ? undefined : said(scan, count.end, "period");
  const number =
    sign === null
      ? unit?.name === "quarter" && count !== undefined && count.ordinal
        ? count.value
        : 0
      : Number(sign[1]);
  if (number < 1 || number > 4) return undefined;
  const next = sign === null ? (unit?.end ?? at + 1) : at + 1;
  const year = yearAt(scan, next);
  const first = { year: year?.value ?? scan.now.year, month: number * 3 - 2, day: 1 };
  const last = addMonths(first, 2);
  return {
    next: year?.next ?? next,
    first,
    last: { ...last, day: daysIn(last) },
    grain: "quarter",
    ...(year && { year: true }),
  };
}

function weekend(scan: Scan, at: number): DayFound | undefined {
  const shift = said(scan, at, "shift");
  const word = said(scan, shift?.end ?? at, "weekend");
  if (word === undefined) return undefined;
  const saturday = addDays(scan.now, 6 - weekdayOf(scan.now) + 7 * Number(shift?.name ?? 0));
  return { next: word.end, first: dayOf(saturday), last: dayOf(addDays(saturday, 1)), grain: "day" };
}

/** "on the 15th", «15-го», «15 числа»: the next such day. */
function dayOfMonth(scan: Scan, at: number): DayFound | undefined {
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

function yearAlone(scan: Scan, at: number): DayFound | undefined {
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
