import { granularities, type Granularity, oneOf } from "../spans/span.ts";
import { addDays, addMinutes, addMonths, type Day, dayOf, daysIn, weekdayOf } from "./calendar.ts";
import { type DayFound, monthAlone, one, relativeDay, weekday, yearAlone, yearAt } from "./calendar-rules.ts";
import { countAt, said, saidPeriod, type Scan, skip, textAt } from "./scan.ts";

type Length = { count: number; unit: Granularity; end: number };

/** "3 days", "a week", "half an hour", «полчаса», «неделю». `bare` allows a unit without a count. */
export function lengthAt(scan: Scan, at: number, bare: boolean): Length | undefined {
  const fixed = said(scan, at, "span") ?? said(scan, skip(scan, at, "article"), "span");
  if (fixed !== undefined) {
    const cut = fixed.name.lastIndexOf(".");
    const [count, unit] = [Number(fixed.name.slice(0, cut)), oneOf(granularities, fixed.name.slice(cut + 1))];
    if (unit === undefined) return undefined;
    // Half an hour is thirty minutes, as the fields of a record have it.
    return unit === "hour" && count < 1
      ? { count: count * 60, unit: "minute", end: fixed.end }
      : { count, unit, end: fixed.end };
  }
  const few = said(scan, at, "few");
  const article = few ?? said(scan, at, "article");
  const count = article === undefined ? countAt(scan, at) : undefined;
  if (count?.ordinal === true) return undefined;
  const from = count?.end ?? article?.end ?? at;
  const dash = textAt(scan, from) === "-" ? 1 : 0;
  const unit = saidPeriod(scan, from + dash, "period");
  if (unit === undefined || (count === undefined && article === undefined && !bare)) return undefined;
  return {
    count: count?.value ?? (few === undefined ? 1 : Number(few.name)),
    unit: unit.name,
    end: unit.end,
  };
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
export function shifted(scan: Scan, at: number): DayFound | undefined {
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
export function rolling(scan: Scan, at: number): DayFound | undefined {
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

export function within(scan: Scan, at: number): DayFound | undefined {
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
  const today = dayOf(scan.now);
  const { first } = moved(scan, length, { sign: -1, next: length.end });
  return { ...moved(scan, length, { sign: 1, next: length.end }), first: today, earlier: { first, last: today } };
}

/** "end of next month", «в начале марта». */
export function edge(scan: Scan, at: number): DayFound | undefined {
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

export function edgeOfNow(scan: Scan, at: number): DayFound | undefined {
  const word = saidPeriod(scan, at, "edge.now");
  return word === undefined ? undefined : one(spanOf(scan, word.name, 0).last, word.end);
}

/** "this week", «следующего месяца»: first and last day. */
export function period(scan: Scan, at: number): DayFound | undefined {
  const shift = said(scan, at, "shift");
  const unit = shift === undefined ? undefined : saidPeriod(scan, shift.end, "period");
  if (shift === undefined || unit === undefined || unit.name === "minute" || unit.name === "hour") return undefined;
  return { ...spanOf(scan, unit.name, Number(shift.name)), next: unit.end };
}

function barePeriod(scan: Scan, at: number): DayFound | undefined {
  const unit = saidPeriod(scan, at, "period");
  return unit === undefined || unit.name === "minute" || unit.name === "hour"
    ? undefined
    : { ...spanOf(scan, unit.name, 0), next: unit.end };
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
export function quarter(scan: Scan, at: number): DayFound | undefined {
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

export function weekend(scan: Scan, at: number): DayFound | undefined {
  const shift = said(scan, at, "shift");
  const word = said(scan, shift?.end ?? at, "weekend");
  if (word === undefined) return undefined;
  const saturday = addDays(scan.now, 6 - weekdayOf(scan.now) + 7 * Number(shift?.name ?? 0));
  return { next: word.end, first: dayOf(saturday), last: dayOf(addDays(saturday, 1)), grain: "day" };
}
