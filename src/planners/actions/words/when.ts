/** Local time as milliseconds, as if the zone were UTC: a day is always a day. */
export type Local = number;

/** Two ends; the second is not part of it. */
export type Period = { from: Local; to: Local };

export const dayMs = 86_400_000;
export const minuteMs = 60_000;

/** A time as it was said. What has no year, or only a day of the week, is placed by what it is said of. */
export type When = { ahead: Period; earlier?: Period };

export type Unit = "minute" | "hour" | "day" | "week" | "month" | "year";

export type Tense = "past" | "future";

export function dayOf(at: Local): Local {
  return Math.floor(at / dayMs) * dayMs;
}

export function oneDay(at: Local): Period {
  return { from: dayOf(at), to: dayOf(at) + dayMs };
}

/** The period that was meant, counted from a moment: a weekday lies ahead, a day of the year where it is nearer. */
export function placed({ ahead, earlier }: When, now: Local, tense?: Tense): Period {
  if (earlier === undefined || tense === "future") return ahead;
  if (tense === "past") return earlier;
  const weekly = ahead.from - earlier.from <= 14 * dayMs;
  return weekly || ahead.from - now <= now - earlier.from ? ahead : earlier;
}

/** A moment so many units away; months and years by the calendar. */
export function moved(at: Local, count: number, unit: Unit): Local {
  const day = new Date(at);
  if (unit === "month")
    return Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + count, day.getUTCDate()) + (at % dayMs);
  if (unit === "year") return moved(at, 12 * count, "month");
  const lengths = { minute: 60_000, hour: 3_600_000, day: dayMs, week: 7 * dayMs };
  return at + count * lengths[unit];
}

const two = (part: number): string => String(part).padStart(2, "0");

export function writeDate(at: Local): string {
  const day = new Date(at);
  return `${day.getUTCFullYear()}-${two(day.getUTCMonth() + 1)}-${two(day.getUTCDate())}`;
}

export function writeMoment(at: Local): string {
  const time = new Date(at);
  return `${writeDate(at)} ${two(time.getUTCHours())}:${two(time.getUTCMinutes())}:${two(time.getUTCSeconds())}`;
}

/** A date or date-time as tools write it; the zone is the reader's own. */
export function readLocal(text: string): Local | undefined {
  const match = /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d))?)?/.exec(text.trim());
  if (match === null) return undefined;
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0] = match
    .slice(1)
    .map((part) => Number(part ?? 0));
  return Date.UTC(year, month - 1, day, hour, minute, second);
}
