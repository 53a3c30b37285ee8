import { oneOf, type PartOfDay, partsOfDay } from "../spans/span.ts";
import { countAt, endsPhrase, said, type Scan, skip, textAt } from "./scan.ts";

export type Clock = { hour: number; minute: number; second?: number };

/** A time of day. `part` names one without a clock; `begin` is where it starts, its preposition left out. */
export type TimeFound = { begin: number; next: number; start: Clock; end?: Clock; part?: PartOfDay };

/** The hour a part of the day begins its business with. */
const hours: Readonly<Record<PartOfDay, number>> = { morning: 9, afternoon: 14, evening: 19, night: 23 };

/** A range of times, a clock time, or a part of the day. `dated`: a day stands beside it, so that a bare hour is one. */
export function timeAt(scan: Scan, at: number, dated: boolean): TimeFound | undefined {
  return rangeAt(scan, at, dated) ?? clockTime(scan, at, dated) ?? partOfDay(scan, at);
}

function rangeAt(scan: Scan, at: number, dated: boolean): TimeFound | undefined {
  const open = said(scan, at, "range.from");
  const first = hourAt(scan, open?.end ?? at);
  const joint = first === undefined ? undefined : said(scan, first.next, "range.to");
  const last = joint === undefined ? undefined : hourAt(scan, joint.end);
  if (first === undefined || last === undefined) return undefined;
  if (!first.marked && !last.marked && !(dated && open !== undefined && endsPhrase(scan, last.next))) return undefined;
  if (open === undefined && !(first.marked && last.marked)) return undefined;
  const start =
    !first.marked && last.half === "pm" && first.start.hour < 12 && first.start.hour + 12 < last.start.hour
      ? { ...first.start, hour: first.start.hour + 12 }
      : first.half === undefined && last.half === undefined
        ? atWork(scan, open?.end ?? at, first.start)
        : first.start;
  const end =
    last.half === undefined && last.start.hour < start.hour ? atWork(scan, last.next - 1, last.start) : last.start;
  return { begin: open?.end ?? at, next: last.next, start, end };
}

/** 15:30 and "5pm" need nothing; a bare hour needs its preposition and the end of the phrase. */
function clockTime(scan: Scan, at: number, dated: boolean): TimeFound | undefined {
  const preposition = said(scan, at, "clock.at") ?? (dated ? said(scan, at, "clock.edge") : undefined);
  const edge = preposition ?? said(scan, at, "clock.edge");
  const begin = edge?.end ?? at;
  const named = said(scan, begin, "clock");
  if (named !== undefined && /^\d/.test(named.name)) {
    const [hour = 0, minute = 0] = named.name.split(":").map(Number);
    return inHalf(scan, { begin, next: named.end, start: { hour, minute } });
  }
  const spoken = pastAt(scan, begin) ?? runningAt(scan, begin);
  if (spoken !== undefined) return inHalf(scan, { begin, ...spoken });
  const read = hourAt(scan, begin);
  if (read === undefined) return undefined;
  if ((read.oclock && edge === undefined) || isLength(scan, { at, begin, read })) return undefined;
  const bare =
    preposition !== undefined &&
    !read.marked &&
    (said(scan, at, "clock.at") !== undefined || scan.tokens[begin]?.kind === "number") &&
    endsPhrase(scan, read.next) &&
    said(scan, read.next, "of") === undefined;
  if (!read.marked && !bare) return undefined;
  return { begin, next: read.next, start: read.half === undefined ? atWork(scan, begin, read.start) : read.start };
}

/** People at work say "at 3" and "at 3:30" and mean the afternoon; "03:30", "7:30" and "3 in the morning" they do not. */
function atWork(scan: Scan, at: number, clock: Clock): Clock {
  const firstMorningHour = scan.tokens[at]?.kind === "time" ? 7 : 8;
  const isLate = clock.hour >= 1 && clock.hour < firstMorningHour && scan.tokens[at]?.text.startsWith("0") !== true;
  return isLate ? { ...clock, hour: clock.hour + 12 } : clock;
}

/** «на два дня» is how long, «в два дня» when. */
function isLength(scan: Scan, { at, begin, read }: { at: number; begin: number; read: Hour }): boolean {
  const introduced = said(scan, at, "length") ?? said(scan, begin - 1, "length") ?? said(scan, at - 1, "length");
  return (
    (introduced !== undefined || begin === at) &&
    said(scan, read.next - 1, "period") !== undefined &&
    scan.tokens[begin]?.kind !== "time"
  );
}

type Hour = { start: Clock; next: number; marked: boolean; oclock: boolean; half?: "am" | "pm" };

function hourAt(scan: Scan, at: number): Hour | undefined {
  const token = scan.tokens[at];
  const exact = token?.kind === "time" ? /^(\d{1,2}):(\d{2})(?::(\d{2}))?$/.exec(token.text) : null;
  if (exact !== null) {
    const start = {
      hour: Number(exact[1]),
      minute: Number(exact[2]),
      ...(exact[3] !== undefined && { second: Number(exact[3]) }),
    };
    return Number(exact[2]) > 59 ? undefined : withHalf(scan, { start, next: at + 1, marked: true, oclock: false });
  }
  const unit = said(scan, at, "oclock");
  const lone = unit === undefined ? undefined : said(scan, unit.end, "meridiem");
  if (unit !== undefined && lone !== undefined)
    return withHalf(scan, { start: { hour: 1, minute: 0 }, next: unit.end, marked: true, oclock: false });
  const count = countAt(scan, at);
  if (count === undefined || count.ordinal || !Number.isInteger(count.value) || count.value > 24 || count.value < 0)
    return undefined;
  const hours = said(scan, count.end, "oclock");
  const minutes = hours === undefined ? undefined : minutesAt(scan, hours.end);
  const start = { hour: count.value, minute: minutes?.value ?? 0 };
  return withHalf(scan, {
    start,
    next: minutes?.next ?? hours?.end ?? count.end,
    marked: hours !== undefined,
    oclock: hours !== undefined,
  });
}

function minutesAt(scan: Scan, at: number): { value: number; next: number } | undefined {
  const count = countAt(scan, at);
  const unit = count === undefined ? undefined : said(scan, count.end, "period");
  return count === undefined || unit?.name !== "minute" || count.value > 59
    ? undefined
    : { value: count.value, next: unit.end };
}

function withHalf(scan: Scan, read: Hour): Hour | undefined {
  const half = said(scan, read.next, "meridiem");
  const hour = half === undefined ? read.start.hour : hourIn(read.start.hour, half.name);
  if (hour > 23) return undefined;
  const way = half === undefined ? {} : { half: half.name === "am" ? ("am" as const) : ("pm" as const), oclock: false };
  const next = half?.end ?? read.next;
  const dot =
    half !== undefined &&
    textAt(scan, next) === "." &&
    scan.tokens[next]?.glued === true &&
    textAt(scan, next - 2) === "."
      ? 1
      : 0;
  return {
    ...read,
    start: { ...read.start, hour },
    next: next + dot,
    marked: read.marked || half !== undefined,
    ...way,
  };
}

function hourIn(hour: number, half: string): number {
  if (half === "pm") return hour < 12 ? hour + 12 : hour;
  if (half === "night") return hour === 12 ? 0 : hour < 7 ? hour : hour < 12 ? hour + 12 : hour;
  return hour === 12 ? 0 : hour;
}

/** "half past five", "quarter to five". */
function pastAt(scan: Scan, at: number): { next: number; start: Clock } | undefined {
  const past = said(scan, at, "past");
  const hour = past === undefined ? undefined : countAt(scan, past.end);
  if (past === undefined || hour === undefined || hour.value > 12 || hour.value < 1) return undefined;
  const minute = Number(past.name);
  return { next: hour.end, start: { hour: minute === 45 ? (hour.value + 23) % 24 : hour.value, minute } };
}

/** «в половине шестого», «без четверти пять», «без десяти пять»: the hour that is running. */
function runningAt(scan: Scan, at: number): { next: number; start: Clock } | undefined {
  const running = said(scan, at, "running");
  const next = running === undefined ? undefined : countAt(scan, running.end);
  if (next?.ordinal === true && next.value <= 12)
    return { next: next.end, start: { hour: next.value - 1, minute: 30 } };
  const without = said(scan, at, "without");
  if (without === undefined) return undefined;
  const quarter = said(scan, without.end, "quarter");
  const left = quarter === undefined ? countAt(scan, without.end) : { value: 15, end: quarter.end };
  if (left === undefined || left.value > 30) return undefined;
  const hour = countAt(scan, skip(scan, left.end, "period"));
  if (hour === undefined || hour.value < 1 || hour.value > 12) return undefined;
  return { next: hour.end, start: { hour: hour.value - 1, minute: 60 - left.value } };
}

function inHalf(scan: Scan, read: TimeFound): TimeFound {
  const half = said(scan, read.next, "meridiem");
  return half === undefined
    ? { ...read, start: atWork(scan, read.begin, read.start) }
    : { ...read, next: half.end, start: { ...read.start, hour: hourIn(read.start.hour, half.name) } };
}

function partOfDay(scan: Scan, at: number): TimeFound | undefined {
  const part = said(scan, at, "part");
  const name = part === undefined ? undefined : oneOf(partsOfDay, part.name);
  if (part === undefined || name === undefined) return undefined;
  return { begin: at, next: part.end, start: { hour: hours[name], minute: 0 }, part: name };
}
