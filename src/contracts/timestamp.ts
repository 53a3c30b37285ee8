import { z } from "zod";

const offset = "(?<offset>Z|[+-](?:[01]\\d|2[0-3])(?::?[0-5]\\d)?)?";
const fraction = "(?:[.,](?<fraction>\\d+))?";
const hour = "(?<hour>[01]\\d|2[0-3])";
const month = "(?<month>0[1-9]|1[0-2])";
const day = "(?<day>0[1-9]|[12]\\d|3[01])";
const week = "W(?<week>0[1-9]|[1-4]\\d|5[0-3])";
const ordinal = "(?<ordinal>[0-3]\\d\\d)";

/** The extended and the basic format. Each is one pattern, so that the two are not mixed. */
const formats = [
  `(?<year>\\d{4})-(?:${month}-${day}|${week}-(?<weekday>[1-7])|${ordinal})T${hour}(?::(?<minute>[0-5]\\d)(?::(?<second>[0-5]\\d))?)?`,
  `(?<year>\\d{4})(?:${month}${day}|${week}(?<weekday>[1-7])|${ordinal})T${hour}(?:(?<minute>[0-5]\\d)(?<second>[0-5]\\d)?)?`,
].map((date) => `${date}${fraction}${offset}`);

const patterns = formats.map((format) => new RegExp(`^${format}$`));
/** JSON Schema has no named groups. */
const published = formats.map((format) => `^${format.replaceAll(/\(\?<\w+>/g, "(?:")}$`).join("|");

/** ISO 8601 date and time in the extended or basic format. Without an offset it is UTC, as `datetime.utcnow()` prints it. */
export const Timestamp = z
  .string()
  .superRefine((text, context) => {
    if (!Number.isNaN(instantOf(text))) return;
    const message = "must be an ISO 8601 date and time";
    context.addIssue({ code: "invalid_format", format: "datetime", message, input: text });
  })
  .meta({ pattern: published });
export type Timestamp = z.infer<typeof Timestamp>;

/** Milliseconds since the epoch; NaN for text that is not a timestamp or names a day that does not exist. */
export function instantOf(timestamp: string): number {
  const parts = patterns.map((pattern) => pattern.exec(timestamp)?.groups).find((groups) => groups !== undefined);
  if (parts === undefined) return Number.NaN;
  const { hour: hours = "0", minute, second, fraction: digits = "" } = parts;
  const unit = second !== undefined ? 1000 : minute !== undefined ? 60_000 : 3_600_000;
  const time = Number(hours) * 3_600_000 + Number(minute ?? 0) * 60_000 + Number(second ?? 0) * 1000;
  // Digits below a millisecond are dropped, as `Date` does.
  const part = Math.floor((Number(digits.slice(0, 9).padEnd(9, "0")) * unit) / 1e9);
  return startOfDay(parts) + time + part - offsetMs(parts["offset"] ?? "Z");
}

function startOfDay({
  year,
  month,
  day,
  week,
  weekday,
  ordinal,
}: Readonly<Record<string, string | undefined>>): number {
  if (week !== undefined) return startOfWeekDay(Number(year), Number(week), Number(weekday));
  const at = utc(Number(year), Number(month ?? 1), Number(day ?? ordinal));
  const date = new Date(at);
  const exists = ordinal === undefined ? date.getUTCDate() === Number(day) : Number(ordinal) > 0;
  return exists && date.getUTCFullYear() === Number(year) ? at : Number.NaN;
}

/** Week 1 is the week with 4 January; weeks start on Monday. */
function startOfWeekDay(year: number, week: number, weekday: number): number {
  const fourth = utc(year, 1, 4);
  const monday = fourth - ((new Date(fourth).getUTCDay() + 6) % 7) * dayMs;
  const at = monday + ((week - 1) * 7 + weekday - 1) * dayMs;
  const thursday = new Date(at - (weekday - 4) * dayMs);
  return thursday.getUTCFullYear() === year ? at : Number.NaN;
}

const dayMs = 86_400_000;

/** `Date.UTC` reads the years 0 to 99 as 1900 to 1999. */
function utc(year: number, month: number, day: number): number {
  return new Date(0).setUTCFullYear(year, month - 1, day);
}

function offsetMs(text: string): number {
  if (text === "Z") return 0;
  const digits = text.replaceAll(/\D/g, "");
  const size = Number(digits.slice(0, 2)) * 3_600_000 + Number(digits.slice(2) || 0) * 60_000;
  return text.startsWith("-") ? -size : size;
}

export function timestampOf(instant: number): Timestamp {
  return new Date(instant).toISOString();
}
