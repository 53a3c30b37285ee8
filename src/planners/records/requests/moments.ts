import { offsetMinutes, offsetText } from "../../../language/zone.ts";
import type { Json } from "../../../plan/json.ts";
import type { PackField } from "../../packs/records.ts";
import { dayAfter, type ReadingContext } from "./context.ts";
import { localMs, localText } from "../world/find-rows.ts";
import type { Value } from "./request.ts";

/** A local day and hour as an instant with its offset. */
export function momentOf(day: string, time: string, { zone }: ReadingContext): string {
  return `${day}T${time}:00${offsetText(offsetMinutes(new Date(`${day}T${time}:00Z`), zone))}`;
}

/** How many minutes a unit has; undefined for a day and longer ones. */
export function minutesOf(unit: string): number | undefined {
  return unit === "minute" ? 1 : unit === "hour" ? 60 : undefined;
}

/** When it ends, so many minutes later. */
export function endOf(start: Json | undefined, minutes: number): string | undefined {
  if (typeof start !== "string" || Number.isNaN(Date.parse(start))) return undefined;
  const offset = start.slice(-6);
  const local = Date.parse(`${start.slice(0, 19)}Z`) + minutes * 60_000;
  return `${new Date(local).toISOString().slice(0, 19)}${offset}`;
}

/** A date, a moment or a length of time so much later or longer. */
export function shiftedValue(
  before: string,
  value: Extract<Value, { is: "shift" }>,
  type: PackField["type"] | undefined,
): string | undefined {
  if (before === "") return undefined;
  const minutes = minutesOf(value.unit);
  if (type === "minutes") {
    const length = Number(before) + value.count * (minutes ?? Number.NaN);
    return length > 0 ? String(length) : undefined;
  }
  if (type !== "moment") return shifted(before.slice(0, 10), value);
  if (minutes === undefined) {
    const day = shifted(before.slice(0, 10), value);
    return day === undefined ? undefined : `${day}${before.slice(10)}`;
  }
  const at = localMs(before);
  if (at === undefined) return undefined;
  const moved = localText(at + value.count * minutes * 60_000, "moment");
  return before.includes("T") ? `${moved.replace(" ", "T")}${before.slice(19)}` : moved;
}

/** An amount so much, or so many per cent, higher or lower; cents are kept. */
export function addedTo(
  before: Json | undefined,
  { by, percent }: Extract<Value, { is: "added" }>,
): number | undefined {
  if (typeof before !== "number") return undefined;
  return Math.round((before + (percent ? (before * by) / 100 : by)) * 100) / 100;
}

function shifted(day: string, { count, unit }: Extract<Value, { is: "shift" }>): string | undefined {
  if (unit === "day") return dayAfter(day, count);
  if (unit === "week") return dayAfter(day, 7 * count);
  const months = { month: 1, quarter: 3, year: 12, minute: undefined, hour: undefined }[unit];
  if (months === undefined) return undefined;
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  const last = new Date(Date.UTC(year, month + months * count, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 + months * count, Math.min(date, last))).toISOString().slice(0, 10);
}
