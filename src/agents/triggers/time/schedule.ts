import type { QuietHours, TimeTrigger } from "../../../contracts/react/trigger.ts";
import { textHash } from "../../../plan/hash.ts";
import { type CronPattern, nextWall, parseCron } from "./cron-pattern.ts";
import { changeBetween, fromWall, toWall } from "./wall-clock.ts";

/** When a time trigger is due. */
export interface Schedule {
  /** The first slot after that instant; undefined where there is none any more. */
  next: (after: number) => number | undefined;
  /** When the slot starts: after the quiet hours and its jitter. */
  startOf: (slot: number) => number;
  /** Whether the slot is in quiet hours that skip it. */
  isQuiet: (slot: number) => boolean;
}

type Times = Pick<TimeTrigger, "cron" | "timezone" | "jitter_seconds" | "quiet_hours">;
type Slots = Pick<Schedule, "next">;

/**
 * Five fields in an IANA zone. A trigger of certain hours goes by the clocks on the wall: a slot they jump over is due
 * at the first instant after the jump, one they show twice is due once. A trigger of every hour goes by the time that
 * passes, so that "every 15 minutes" stays that on the night the clocks change.
 */
export function createSchedule(times: Times, name = ""): Schedule {
  const { cron, timezone, jitter_seconds: jitter = 0, quiet_hours: quiet } = times;
  const pattern = parseCron(cron);
  if ("fault" in pattern) throw new Error(`${cron}: ${pattern.fault}`);
  const { next } = pattern.isEveryHour ? byPassingTime(pattern, timezone) : byWallClock(pattern, timezone);
  const quietUntil = (slot: number): number | undefined => quiet && quietEnd(slot, quiet, timezone);
  return {
    next,
    isQuiet: (slot) => quiet?.slots === "skip" && quietUntil(slot) !== undefined,
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

/** When the quiet hours around the slot end; undefined outside of them. */
function quietEnd(slot: number, { from, to }: QuietHours, zone: string): number | undefined {
  const wall = toWall(slot, zone);
  const midnight = Math.floor(wall / dayMs) * dayMs;
  const [time, start, end] = [wall - midnight, msOf(from), msOf(to)];
  const isInside = start <= end ? time >= start && time < end : time >= start || time < end;
  return isInside ? fromWall(midnight + end + (time < end ? 0 : dayMs), zone) : undefined;
}

const dayMs = 86_400_000;

function msOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  return (hours * 60 + minutes) * 60_000;
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

/** The clocks are read anew each time: where they go back, what they show comes again. */
function byPassingTime(pattern: CronPattern, zone: string): Slots {
  const next = (after: number): number | undefined => {
    const wall = toWall(after, zone);
    const slot = nextWall(pattern, wall);
    if (slot === undefined) return undefined;
    const ahead = after + (slot - wall);
    if (toWall(ahead, zone) === slot) return ahead;
    // The clocks change on the way: the first minute after the change may fit already.
    const change = changeBetween(after, ahead, zone);
    return fits(pattern, toWall(change, zone)) ? change : next(change);
  };
  return { next };
}

function fits(pattern: CronPattern, wall: number): boolean {
  return nextWall(pattern, wall - 60_000) === wall;
}
