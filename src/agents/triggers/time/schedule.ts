import type { TimeTrigger } from "../../../contracts/react/trigger.ts";
import { type CronPattern, nextWall, parseCron } from "./cron-pattern.ts";
import { changeBetween, fromWall, toWall } from "./wall-clock.ts";

/** When a time trigger is due. */
export interface Schedule {
  /** The first slot after that instant; undefined where there is none any more. */
  next: (after: number) => number | undefined;
}

/**
 * Five fields in an IANA zone. A trigger of certain hours goes by the clocks on the wall: a slot they jump over is due
 * at the first instant after the jump, one they show twice is due once. A trigger of every hour goes by the time that
 * passes, so that "every 15 minutes" stays that on the night the clocks change.
 */
export function createSchedule({ cron, timezone }: Pick<TimeTrigger, "cron" | "timezone">): Schedule {
  const pattern = parseCron(cron);
  if ("fault" in pattern) throw new Error(`${cron}: ${pattern.fault}`);
  return pattern.isEveryHour ? byPassingTime(pattern, timezone) : byWallClock(pattern, timezone);
}

function byWallClock(pattern: CronPattern, zone: string): Schedule {
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
function byPassingTime(pattern: CronPattern, zone: string): Schedule {
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
