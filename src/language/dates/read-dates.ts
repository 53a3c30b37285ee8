import { compact } from "../../plan/compact.ts";
import type { DateReading, DateSetting, Moment } from "../language.ts";
import { languages } from "../languages.ts";
import type { Token } from "../words/token.ts";
import { addDays, type Day, dayOf, isBefore, type LocalNow } from "./calendar.ts";
import type { DayFound } from "./calendar-rules.ts";
import { dayAt } from "./day-rules.ts";
import { createScan, mayBegin, said, type Scan, textAt } from "./scan.ts";
import { type TimeFound, timeAt } from "./time-rules.ts";

/** A date or time over tokens. */
export type DateFound = DateReading & { start: Moment; tokens: { start: number; end: number } };

/** Longer texts are searched up to here. */
const mostTokens = 1_500;

type DateMatch = { begin: number; next: number; day?: DayFound; until?: DayFound; time?: TimeFound };

/** Dates, times and ranges of them in every language, counted from the given clock in the given zone. Linear in the tokens. */
export function readDates(tokens: readonly Token[], setting: DateSetting): DateFound[] {
  return datesIn(createScan(tokens, setting));
}

export function datesIn(scan: Scan): DateFound[] {
  const found: DateFound[] = [];
  for (let at = 0; at < Math.min(scan.tokens.length, mostTokens); at += 1) {
    const reading = mayBegin(scan, at) ? readingAt(scan, at) : undefined;
    if (reading === undefined) continue;
    found.push(toReading(scan, reading));
    at = reading.next - 1;
  }
  return found;
}

/** A day, a time, or both in either order; two days that bound a range. */
function readingAt(scan: Scan, at: number): DateMatch | undefined {
  const range = rangeAt(scan, at);
  if (range !== undefined) return range;
  const day = dayAt(scan, at);
  if (day !== undefined) {
    const time = day.clock === undefined ? lateIn(scan, at, timeAfter(scan, day.next)) : undefined;
    return { begin: at, day, next: time?.next ?? day.next, ...compact({ time }) };
  }
  const time = timeAt(scan, at, false) ?? timeBeforeDay(scan, at);
  if (time === undefined) return undefined;
  const later = dayAfter(scan, time.next);
  if (
    time.part !== undefined &&
    later === undefined &&
    time.next === at + 1 &&
    said(scan, at, "part") !== undefined &&
    !isAdverb(scan, at)
  )
    return undefined;
  return { begin: time.begin, time, next: later?.next ?? time.next, ...compact({ day: later }) };
}

/** "from 10 to 12 tomorrow": bare hours are a time where a day follows. */
function timeBeforeDay(scan: Scan, at: number): TimeFound | undefined {
  const introduced = ["range.from", "clock.at", "clock.edge"].some((family) => said(scan, at, family) !== undefined);
  if (!introduced) return undefined;
  const time = timeAt(scan, at, true);
  return time !== undefined && dayAfter(scan, time.next) !== undefined ? time : undefined;
}

/** "tonight at 8" is 20:00. */
function lateIn(scan: Scan, at: number, time: TimeFound | undefined): TimeFound | undefined {
  const part = said(scan, at, "part")?.name;
  if (time === undefined || time.start.hour >= 12 || (part !== "evening" && part !== "night")) return time;
  return { ...time, start: { ...time.start, hour: time.start.hour + 12 } };
}

/** "morning" alone may be part of a greeting or a name; «утром» cannot. */
function isAdverb(scan: Scan, at: number): boolean {
  return (
    languages[scan.main].dayFirst || said(scan, at - 1, "on") !== undefined || said(scan, at - 1, "of") !== undefined
  );
}

function timeAfter(scan: Scan, at: number): TimeFound | undefined {
  return timeAt(scan, at, true) ?? (textAt(scan, at) === "," ? timeAt(scan, at + 1, true) : undefined);
}

function dayAfter(scan: Scan, at: number): DayFound | undefined {
  const comma = textAt(scan, at) === "," ? at + 1 : at;
  return dayAt(scan, comma) ?? dayAt(scan, said(scan, comma, "on")?.end ?? comma);
}

/** "from Monday to Friday", «с 1 мая по 3 июня», "12 May – 3 June". */
function rangeAt(scan: Scan, at: number): DateMatch | undefined {
  const open = said(scan, at, "range.from");
  const whole = open === undefined ? undefined : dayAt(scan, at);
  if (whole !== undefined) return { begin: at, day: whole, next: whole.next };
  const begin = open?.end ?? at;
  const first = dayAt(scan, begin);
  const joint = first === undefined ? undefined : said(scan, first.next, "range.to");
  if (
    first === undefined ||
    joint === undefined ||
    (open === undefined && /^\p{L}{3,}/u.test(textAt(scan, first.next)) && !isFar(scan, first.next))
  )
    return undefined;
  const until = dayAt(scan, joint.end);
  const dash = /^[-–—]$/.test(textAt(scan, first.next));
  if (until === undefined || (!dash && (isChange(scan, at) || (open === undefined && until.grain !== "day"))))
    return undefined;
  return { begin, day: first, until, next: until.next };
}

/** "move it from Monday to Friday" says two days and no range. */
function isChange({ tokens }: Scan, at: number): boolean {
  for (let i = at - 1; i >= Math.max(0, at - 12); i -= 1) {
    const token = tokens[i];
    if (token === undefined || /^[.?!;]$/.test(token.text)) return false;
    if (
      token.kind === "word" &&
      languages[token.lang].lexicon.concepts(token.lower).some((concept) => shifting.has(concept))
    )
      return true;
  }
  return false;
}

const shifting = new Set(["op.move", "op.update", "op.delay", "op.advance", "op.increase", "op.decrease"]);

/** "and" only lists; "to", "until", "through" bound. */
function isFar(scan: Scan, at: number): boolean {
  return said(scan, at, "range.far") !== undefined;
}

function toReading(scan: Scan, found: DateMatch): DateFound {
  const { day, time, until, begin, next } = found;
  const [first, last] = [scan.tokens[begin], scan.tokens[next - 1]];
  const start: Moment = {
    ...(day === undefined ? today(time, scan.now) : startOf(day)),
    ...(time?.start ?? day?.clock),
  };
  const end =
    until !== undefined && day !== undefined
      ? inOrder(day.first, until.last)
      : day === undefined
        ? undefined
        : endOf(day);
  const finish = time?.end === undefined ? end : { ...start, ...time.end };
  const clock = day?.clock !== undefined;
  return {
    from: first?.from ?? 0,
    to: last?.to ?? 0,
    tokens: { start: begin, end: next },
    start,
    ...compact({ end: finish }),
    grain: day === undefined ? "minute" : time === undefined && until === undefined ? day.grain : "day",
    ...(day?.earlier !== undefined && until === undefined && { earlier: day.earlier }),
    ...compact({ part: time?.part }),
    certain: {
      date: day !== undefined,
      time: clock || (time !== undefined && time.part === undefined),
      year: day?.year === true,
      day: day !== undefined && day.named !== true,
      ...(day?.named === true && until === undefined && { month: true }),
    },
  };
}

/** A month has no day; everything else begins with one. */
function startOf({ first, named }: DayFound): Moment {
  return named === true ? { year: first.year, month: first.month } : dayOf(first);
}

function endOf({ first, last, named }: DayFound): Moment | undefined {
  return named === true || (first.year === last.year && first.month === last.month && first.day === last.day)
    ? undefined
    : dayOf(last);
}

/** A time alone belongs to the next moment the clock shows it. */
function today(time: TimeFound | undefined, now: LocalNow): Moment {
  if (time === undefined) return {};
  const passed = time.start.hour * 60 + time.start.minute < now.hour * 60 + now.minute;
  return dayOf(addDays(now, passed ? 1 : 0));
}

/** "from Friday to Tuesday": the end comes after the start. */
function inOrder(start: Day, end: Day): Moment {
  return isBefore(end, start) ? dayOf(addDays(end, 7)) : dayOf(end);
}
