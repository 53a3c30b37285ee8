/** Local time as milliseconds, as if the zone were UTC: a day is always a day. */
export type Local = number;

/** Two ends; the second is not part of it. */
export type Period = { from: Local; to: Local };

export const dayMs = 86_400_000;
export const minuteMs = 60_000;

/** A time as it was said. What has no year, or only a day of the week, is placed by what it is said of. */
export type When =
  | { is: "fixed"; period: Period }
  | { is: "weekday"; day: number; which?: "this" | "next" | "last" | "previous" }
  | { is: "yearly"; month: number; day?: number };

export type Tense = "past" | "future";

export function dayOf(at: Local): Local {
  return Math.floor(at / dayMs) * dayMs;
}

export function oneDay(at: Local): Period {
  return { from: dayOf(at), to: dayOf(at) + dayMs };
}

/** The period that was meant, counted from a moment. */
export function placed(when: When, now: Local, tense?: Tense): Period {
  switch (when.is) {
    case "fixed":
      return when.period;
    case "weekday":
      return oneDay(weekdayFrom(when, dayOf(now), tense));
    case "yearly":
      return yearlyFrom(when, dayOf(now), tense);
    default:
      return when satisfies never;
  }
}

function weekdayFrom({ day, which }: Extract<When, { is: "weekday" }>, today: Local, tense?: Tense): Local {
  const weekday = new Date(today).getUTCDay();
  const ahead = ((day - weekday + 6) % 7) + 1;
  const back = ((weekday - day + 6) % 7) + 1;
  if (which === "last") return today - back * dayMs;
  if (which === "previous") return today - (back + 7) * dayMs;
  // "Next Friday" is the Friday of the next week, weeks beginning on Monday.
  if (which === "next") return today + (((day + 6) % 7) - ((weekday + 6) % 7) + 7) * dayMs;
  return tense === "past" ? today - back * dayMs : today + ahead * dayMs;
}

function yearlyFrom({ month, day }: Extract<When, { is: "yearly" }>, today: Local, tense?: Tense): Period {
  const year = new Date(today).getUTCFullYear();
  const periods = [year - 1, year, year + 1].map((one): Period =>
    day === undefined
      ? { from: Date.UTC(one, month, 1), to: Date.UTC(one, month + 1, 1) }
      : oneDay(Date.UTC(one, month, day)),
  );
  const fits = periods.filter(({ from, to }) =>
    tense === "past" ? from <= today : tense === "future" ? to > today : true,
  );
  const distance = ({ from }: Period): number => Math.abs(from - today);
  return fits.reduce((best, one) => (distance(one) < distance(best) ? one : best), fits[0] ?? oneDay(today));
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
