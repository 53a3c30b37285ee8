import type { DateSetting, Moment } from "../language.ts";
import { instantOf, offsetMinutes } from "../zone.ts";

/** A day of the calendar, without time or zone. */
export type Day = { year: number; month: number; day: number };

export type LocalNow = Day & { hour: number; minute: number };

/** What a wall clock in the zone shows. */
export function localNow(setting: DateSetting): LocalNow {
  if (setting.now === last.now && setting.zone === last.zone) return last.local;
  const instant = instantOf(setting);
  const local = new Date(instant.getTime() + offsetMinutes(instant, setting.zone) * 60_000);
  last = {
    now: setting.now,
    zone: setting.zone,
    local: { ...fromUtc(local), hour: local.getUTCHours(), minute: local.getUTCMinutes() },
  };
  return last.local;
}

/** Requests of one second come with one clock. */
let last: DateSetting & { local: LocalNow } = {
  now: "",
  zone: "",
  local: { year: 1970, month: 1, day: 1, hour: 0, minute: 0 },
};

export function addDays({ year, month, day }: Day, count: number): Day {
  return fromUtc(new Date(Date.UTC(year, month - 1, day + count)));
}

/** A day that the target month does not have becomes its last. */
export function addMonths({ year, month, day }: Day, count: number): Day {
  const first = fromUtc(new Date(Date.UTC(year, month - 1 + count, 1)));
  return { ...first, day: Math.min(day, daysIn(first)) };
}

/** Whole minutes may cross midnight; the calendar follows. */
export function addMinutes(now: LocalNow, count: number): LocalNow {
  const at = new Date(Date.UTC(now.year, now.month - 1, now.day, now.hour, now.minute + count));
  return { ...fromUtc(at), hour: at.getUTCHours(), minute: at.getUTCMinutes() };
}

export function daysIn({ year, month }: Pick<Day, "year" | "month">): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate();
}

/** Monday is 1, Sunday 7. */
export function weekdayOf({ year, month, day }: Day): number {
  return new Date(Date.UTC(year, month - 1, day)).getUTCDay() || 7;
}

export function isDay({ year, month, day }: Day): boolean {
  return month >= 1 && month <= 12 && day >= 1 && day <= daysIn({ year, month });
}

export function isBefore(a: Day, b: Day): boolean {
  return a.year - b.year < 0 || (a.year === b.year && (a.month - b.month || a.day - b.day) < 0);
}

export function dayOf({ year, month, day }: Day): Moment & Day {
  return { year, month, day };
}

function fromUtc(date: Date): Day {
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
}
