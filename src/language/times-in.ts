import type { DateReading, DateSetting } from "./language.ts";
import { createBoundedCache } from "../plan/bounded-cache.ts";
import { read } from "./reading.ts";
import { instantOf, offsetMinutes } from "./zone.ts";

/** What a text says about time, counted from a clock, and the day it is on that clock. */
type Times = { today: string; dates: readonly DateReading[] };

/** Clocks for which these are equal read the text alike. */
export function timesIn(text: string, setting: DateSetting): Times {
  const today = localDate(setting);
  if (dateless.get(text) === today) return { today, dates: [] };
  const dates = read(text, setting).dates;
  if (dates.length === 0 && text.length <= longestKept) dateless.set(text, today);
  return { today, dates };
}

/** Texts without a date, by the day: the time of the day decides which date is meant, never whether one is. */
const dateless = createBoundedCache<string, string>(1_000);
const longestKept = 1_000;

/** The date in the setting's zone. The last one is kept: requests of one second come with one clock. */
export function localDate(setting: DateSetting): string {
  if (setting.now === last.now && setting.zone === last.zone) return last.date;
  const { now, zone } = setting;
  const instant = instantOf(setting);
  const date = new Date(instant.getTime() + offsetMinutes(instant, zone) * 60_000).toISOString().slice(0, 10);
  last = { now, zone, date };
  return date;
}

let last: DateSetting & { date: string } = { now: "", zone: "", date: "1970-01-01" };
