import type { TimeTrigger } from "../../../contracts/react/trigger.ts";
import { textHash } from "../../../plan/hash.ts";
import { type CronPattern, fitsDay, nextWall, parseCron } from "./cron-pattern.ts";
import { changeBetween, fromWall, toWall } from "./wall-clock.ts";

/** When a time trigger is due. */
export interface Schedule {
  /** The first slot after that instant; undefined if there is none. */
  next: (after: number) => number | undefined;
  /** When the slot starts: after the quiet hours and its jitter. */
  startOf: (slot: number) => number;
  /** Whether the slot is in quiet hours that skip it. */
  isQuiet: (slot: number) => boolean;
  /** Sets the entry of every minute from `from` on that has a slot which is not skipped. Cheaper than `next` for each. */
  mark: (minutes: Uint8Array, from: number) => void;
}

type ScheduleFields = Pick<TimeTrigger, "cron" | "timezone" | "jitter_seconds" | "quiet_hours">;
type Slots = Pick<Schedule, "next">;

/**
 * Five fields in an IANA zone. A trigger with fixed hours follows local time: a slot that a time change skips is due
 * at the first instant after the change, and a repeated one is due once. A trigger of every hour follows elapsed
 * time, so that "every 15 minutes" stays regular when the clocks change.
 */
export function createSchedule(times: ScheduleFields, name = ""): Schedule {
  const { cron, timezone, jitter_seconds: jitter = 0, quiet_hours: quiet } = times;
  const pattern = parseCron(cron);
  if ("fault" in pattern) throw new Error(`${cron}: ${pattern.fault}`);
  const { next } = pattern.isEveryHour ? byPassingTime(pattern, timezone) : byWallClock(pattern, timezone);
  const hours = quiet && { start: msOf(quiet.from), end: msOf(quiet.to) };
  const quietUntil = (slot: number): number | undefined => hours && quietEnd(slot, hours, timezone);
  const isSkipped = (wall: number): boolean =>
    quiet?.slots === "skip" && hours !== undefined && isInside(wall % dayMs, hours);
  return {
    next,
    isQuiet: (slot) => isSkipped(toWall(slot, timezone)),
    mark: (minutes, from) => markSlots({ pattern, timezone, isSkipped }, minutes, from),
    startOf(slot) {
      const start = quiet?.slots === "delay" ? (quietUntil(slot) ?? slot) : slot;
      return start + jitterMs(`${name} ${slot}`, jitter * 1000);
    },
  };
}

/** Spread evenly, and the same in every process and after every restart. */
function jitterMs(seed: string, most: number): number {
  return most === 0 ? 0 : Number.parseInt(textHash(seed).slice(0, 12), 16) % (most + 1);
}

/** In milliseconds since midnight. */
type DayHours = { start: number; end: number };

/** When the quiet hours around the slot end; undefined outside of them. */
function quietEnd(slot: number, hours: DayHours, zone: string): number | undefined {
  const wall = toWall(slot, zone);
  const midnight = Math.floor(wall / dayMs) * dayMs;
  const time = wall - midnight;
  return isInside(time, hours) ? fromWall(midnight + hours.end + (time < hours.end ? 0 : dayMs), zone) : undefined;
}

function isInside(time: number, { start, end }: DayHours): boolean {
  return start <= end ? time >= start && time < end : time >= start || time < end;
}

const minuteMs = 60_000;
const dayMs = 1440 * minuteMs;

function msOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  return (hours * 60 + minutes) * 60_000;
}

type MarkedTimes = { pattern: CronPattern; timezone: string; isSkipped: (wall: number) => boolean };

function markSlots({ pattern, timezone, isSkipped }: MarkedTimes, minutes: Uint8Array, from: number): void {
  const inDay = pattern.hours.flatMap((hour) => pattern.minutes.map((minute) => (hour * 60 + minute) * minuteMs));
  const started = inDay.filter((time) => !isSkipped(time));
  // Local times of the day before are past, even if they occur again.
  let shown = toWall(from - dayMs, timezone);
  const until = from + minutes.length * minuteMs;
  for (const { start, end, offset } of steadySpans({ from: from - dayMs, until }, timezone)) {
    const [low, high] = [start + offset, end + offset];
    const isJumpedOver = !pattern.isEveryHour && shown < low && (nextWall(pattern, shown - minuteMs) ?? low) < low;
    if (isJumpedOver && start >= from && !isSkipped(low)) minutes[(start - from) / minuteMs] = 1;
    const first = Math.max(pattern.isEveryHour ? low : Math.max(low, shown), from + offset);
    for (let day = Math.floor(first / dayMs) * dayMs; day < high; day += dayMs)
      if (fitsDay(pattern, day))
        for (const time of started)
          if (day + time >= first && day + time < high) minutes[(day + time - offset - from) / minuteMs] = 1;
    shown = Math.max(shown, high);
  }
}

/** The span in pieces of at most a day without a time change. */
function steadySpans(span: { from: number; until: number }, zone: string) {
  const pieces: { start: number; end: number; offset: number }[] = [];
  for (let start = span.from; start < span.until; start = pieces.at(-1)?.end ?? span.until) {
    const day = Math.min(start + dayMs, span.until);
    const offset = toWall(start, zone) - start;
    const end = toWall(day, zone) - day === offset ? day : changeBetween(start, day, zone);
    pieces.push({ start, end, offset });
  }
  return pieces;
}

function byWallClock(pattern: CronPattern, zone: string): Slots {
  return {
    next(after) {
      let wall = toWall(after, zone) - 60_000;
      for (;;) {
        const slot = nextWall(pattern, wall);
        if (slot === undefined) return undefined;
        const instant = fromWall(slot, zone);
        if (instant > after) return instant;
        wall = slot;
      }
    },
  };
}

/** The local time is computed each time: after a change back it repeats. */
function byPassingTime(pattern: CronPattern, zone: string): Slots {
  const next = (after: number): number | undefined => {
    const wall = toWall(after, zone);
    const slot = nextWall(pattern, wall);
    if (slot === undefined) return undefined;
    const ahead = after + (slot - wall);
    if (toWall(ahead, zone) === slot) return ahead;
    // After a time change, its first minute may already match.
    const change = changeBetween(after, ahead, zone);
    return fits(pattern, toWall(change, zone)) ? change : next(change);
  };
  return { next };
}

function fits(pattern: CronPattern, wall: number): boolean {
  return nextWall(pattern, wall - 60_000) === wall;
}
