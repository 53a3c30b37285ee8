const formats = new Map<string, Intl.DateTimeFormat>();
const minute = 60_000;

/** What the clocks on the wall show, as if it were UTC. */
export function toWall(instant: number, zone: string): number {
  return instant + offsetAt(instant, zone);
}

/**
 * The first instant at which the clocks show `wall`; where they jump over it, the first instant after the jump. A time
 * that comes twice is its first coming.
 */
export function fromWall(wall: number, zone: string): number {
  // No zone is further than a day from UTC, and no two changes of the clocks are that near to one another.
  const early = offsetAt(wall - dayMs, zone);
  const late = offsetAt(wall + dayMs, zone);
  const candidates = [wall - early, wall - late].toSorted((a, b) => a - b);
  const found = candidates.find((instant) => toWall(instant, zone) === wall);
  return found ?? jumpWithin(candidates, zone);
}

/** `2025-03-09`, where the clocks of the zone show it. */
export function dayOf(instant: number, zone: string): string {
  return new Date(toWall(instant, zone)).toISOString().slice(0, 10);
}

/** The instant at which the day of the zone after this one begins. */
export function nextDayAt(instant: number, zone: string): number {
  return fromWall((Math.floor(toWall(instant, zone) / dayMs) + 1) * dayMs, zone);
}

export function isZone(zone: string): boolean {
  try {
    formatOf(zone);
    return true;
  } catch {
    return false;
  }
}

const dayMs = 24 * 60 * minute;

/** The clocks change somewhere between the two; halving finds the minute. */
function jumpWithin([low = 0, high = low]: readonly number[], zone: string): number {
  const before = offsetAt(low - minute, zone);
  let from = low - minute;
  let to = high + minute;
  while (to - from > minute) {
    const middle = Math.floor((from + to) / 2 / minute) * minute;
    if (offsetAt(middle, zone) === before) from = middle;
    else to = middle;
  }
  return to;
}

/** Since 1973 clocks change at quarters of an hour only, so one look is good for a quarter. */
const quarterMs = 15 * minute;
const cachedFrom = Date.UTC(1973, 0, 1);
const mostCached = 1000;
const offsets = new Map<string, Map<number, number>>();

function offsetAt(instant: number, zone: string): number {
  if (zone === "UTC") return 0;
  if (instant < cachedFrom) return lookUpOffset(instant, zone);
  const known = offsets.get(zone) ?? new Map<number, number>();
  if (known.size === 0 && offsets.size < mostCached) offsets.set(zone, known);
  const quarter = Math.floor(instant / quarterMs);
  const cached = known.get(quarter);
  if (cached !== undefined) return cached;
  if (known.size >= mostCached) known.clear();
  const offset = lookUpOffset(instant, zone);
  known.set(quarter, offset);
  return offset;
}

function lookUpOffset(instant: number, zone: string): number {
  const parts: Record<string, number> = {};
  for (const { type, value } of formatOf(zone).formatToParts(instant)) parts[type] = Number(value);
  const { year = 0, month = 1, day = 1, hour = 0, minute: minutes = 0, second = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minutes, second) - Math.floor(instant / 1000) * 1000;
}

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known !== undefined) return known;
  const format = new Intl.DateTimeFormat("en-US", {
    timeZone: zone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  });
  if (formats.size < 1000) formats.set(zone, format);
  return format;
}
