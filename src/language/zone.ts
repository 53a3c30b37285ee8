import type { DateSetting } from "./language.ts";

const formats = new Map<string, Intl.DateTimeFormat | undefined>();

/** Minutes east of UTC at that instant; an unknown zone counts as UTC. */
export function offsetMinutes(instant: Date, zone: string): number {
  if (zone === "UTC") return 0;
  const format = formatOf(zone);
  if (format === undefined) return 0;
  const part = format.formatToParts(instant).find((piece) => piece.type === "timeZoneName")?.value ?? "GMT";
  const match = /GMT([+-])(\d{1,2}):?(\d{2})?/.exec(part);
  if (match === null) return 0;
  return (match[1] === "-" ? -1 : 1) * (Number(match[2]) * 60 + Number(match[3] ?? 0));
}

/** "+03:00" for 180 minutes east of UTC. */
export function offsetText(minutes: number): string {
  return `${minutes < 0 ? "-" : "+"}${clockText(Math.abs(minutes))}`;
}

/** "14:05" for 845 minutes. */
export function clockText(minutes: number): string {
  return `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;
}

/** An instant as the clock of a zone shows it, with its offset; unreadable text stays as it is. */
export function localInstant(text: string, zone: string): string {
  const instant = new Date(text);
  if (Number.isNaN(instant.getTime())) return text;
  const minutes = offsetMinutes(instant, zone);
  return `${new Date(instant.getTime() + minutes * 60_000).toISOString().slice(0, 19)}${offsetText(minutes)}`;
}

/** The instant `now` stands for: without an offset it is local to the zone. An unreadable clock is the epoch. */
export function instantOf(setting: DateSetting): Date {
  const hasOffset = /(?:Z|[+-]\d{2}:?\d{2})$/.test(setting.now) && setting.now.includes("T");
  const millis = Date.parse(hasOffset || !setting.now.includes("T") ? setting.now : `${setting.now}Z`);
  if (Number.isNaN(millis)) return new Date(0);
  const instant = new Date(millis);
  return hasOffset ? instant : new Date(millis - offsetMinutes(instant, setting.zone) * 60_000);
}

function formatOf(zone: string): Intl.DateTimeFormat | undefined {
  if (formats.has(zone)) return formats.get(zone);
  let format: Intl.DateTimeFormat | undefined;
  try {
    format = new Intl.DateTimeFormat("en-US", { timeZone: zone, timeZoneName: "longOffset" });
  } catch {
    format = undefined;
  }
  if (formats.size < 500) formats.set(zone, format);
  return format;
}
