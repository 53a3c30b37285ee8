import { clockText } from "../../../language/zone.ts";
import type { PackRecord } from "../../packs/records.ts";
import type { ReadingContext } from "../requests/context.ts";
import { textOf } from "../world/find-rows.ts";
import { rowsOf } from "./tests.ts";

type FreeTimeRequest = { kind: string; record: PackRecord; day: string; minutes: number };

/** The first time of a day at which so many minutes are free within working hours. */
export function freeTime({ kind, record, day, minutes }: FreeTimeRequest, context: ReadingContext): string | undefined {
  const { when = "", fields } = record;
  const { hours } = context.world.pack;
  const tests = [{ field: when, op: "between" as const, low: day, high: day }];
  const length = Object.keys(fields).find((name) => fields[name]?.type === "minutes") ?? "";
  const busy = rowsOf({ kind, tests, all: true, said: "" }, context.world)
    .map((row) => ({ from: minutesOf(textOf(row[when]).slice(11, 16)), long: Number(textOf(row[length])) || 60 }))
    .toSorted((a, b) => a.from - b.from);
  let at = Math.max(minutesOf(hours.from), context.today === day ? minutesOf(context.localNow.slice(11, 16)) : 0);
  for (const { from, long } of busy) {
    if (from - at >= minutes) break;
    at = Math.max(at, from + long);
  }
  if (at + minutes > minutesOf(hours.to)) return undefined;
  return clockText(at);
}

/** Minutes of the day of "HH:MM". */
export function minutesOf(time: string): number {
  const [hour = 0, minute = 0] = time.split(":").map(Number);
  return hour * 60 + minute;
}
