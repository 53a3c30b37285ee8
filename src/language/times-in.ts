import type { DateReading, DateSetting } from "./language.ts";
import { languages } from "./languages.ts";
import { instantOf, offsetMinutes } from "./zone.ts";

/** What a text says about time, counted from a clock, and the day it is on that clock. */
export type Times = { today: string; dates: readonly DateReading[] };

/** Clocks for which these are equal read the text alike. */
export function timesIn(text: string, setting: DateSetting): Times {
  const key = JSON.stringify([setting.now, setting.zone, text]);
  const known = recent.get(key);
  if (known !== undefined) return known;
  const dates = Object.values(languages).flatMap((language) => language.dates(text, setting));
  const times = { today: localDate(setting), dates };
  if (recent.size >= capacity) recent.clear();
  recent.set(key, times);
  return times;
}

/** The same text is asked for again within the second: reading dates is the dear part. */
const recent = new Map<string, Times>();
const capacity = 500;

/** The date in the setting's zone. */
export function localDate(setting: DateSetting): string {
  const instant = instantOf(setting);
  return new Date(instant.getTime() + offsetMinutes(instant, setting.zone) * 60_000).toISOString().slice(0, 10);
}
