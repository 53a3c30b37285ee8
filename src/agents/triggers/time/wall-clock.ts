import { memoize } from "../../../plan/bounded-cache.ts";
const minute = 60_000;

/** Local time of a zone, as if it were UTC. */
export function toWall(instant: number, zone: string): number {
  return instant + offsetAt(instant, zone);
}

/**
 * The first instant with this local time; if a time change skips it, the first instant after the change. A time
 * that comes twice is its first coming.
 */
export function fromWall(wall: number, zone: string): number {
  // No zone differs by more than a day from UTC, and no two time changes are closer than that.
  const early = offsetAt(wall - dayMs, zone);
  const late = offsetAt(wall + dayMs, zone);
  const [first, last] = early > late ? [wall - early, wall - late] : [wall - late, wall - early];
  const found = [first, last].find((instant) => toWall(instant, zone) === wall);
  return found ?? changeBetween(first - minute, last + minute, zone);
}

/** The local date, for example `2025-03-09`. */
export function dayOf(instant: number, zone: string): string {
  return new Date(toWall(instant, zone)).toISOString().slice(0, 10);
}

/** The instant at which the day of the zone after this one begins. */
export function nextDayAt(instant: number, zone: string): number {
  return fromWall((Math.floor(toWall(instant, zone) / dayMs) + 1) * dayMs, zone);
}

const dayMs = 24 * 60 * minute;

/** The first minute after `from`, and not after `to`, whose offset is not that of `from`; halving finds it. */
export function changeBetween(from: number, to: number, zone: string): number {
  const before = offsetAt(from, zone);
  let low = Math.floor(from / minute) * minute;
  let high = Math.ceil(to / minute) * minute;
  while (high - low > minute) {
    const middle = low + Math.floor((high - low) / 2 / minute) * minute;
    if (offsetAt(middle, zone) === before) low = middle;
    else high = middle;
  }
  return high;
}

/** Since 1973 time changes happen at quarters of an hour only, so one lookup is valid for a quarter. */
const quarterMs = 15 * minute;
const cachedFrom = Date.UTC(1973, 0, 1);
const mostCached = 1000;
const offsetsIn = memoize(mostCached, (zone: string) =>
  memoize(mostCached, (quarter: number) => lookUpOffset(quarter * quarterMs, zone)),
);

function offsetAt(instant: number, zone: string): number {
  if (zone === "UTC") return 0;
  if (instant < cachedFrom) return lookUpOffset(instant, zone);
  return offsetsIn(zone)(Math.floor(instant / quarterMs));
}

function lookUpOffset(instant: number, zone: string): number {
  const deps: Record<string, number> = {};
  for (const { type, value } of formatOf(zone).formatToParts(instant)) deps[type] = Number(value);
  const { year = 0, month = 1, day = 1, hour = 0, minute: minutes = 0, second = 0 } = deps;
  return Date.UTC(year, month - 1, day, hour, minutes, second) - Math.floor(instant / 1000) * 1000;
}

const formatOf = memoize(
  mostCached,
  (zone: string) =>
    new Intl.DateTimeFormat("en-US", {
      timeZone: zone,
      hourCycle: "h23",
      year: "numeric",
      month: "numeric",
      day: "numeric",
      hour: "numeric",
      minute: "numeric",
      second: "numeric",
    }),
);
