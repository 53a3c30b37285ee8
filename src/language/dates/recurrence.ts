import { granularities, oneOf, type RecurrenceSpan } from "../spans/span.ts";
import { countAt, said, saidPeriod, type Scan } from "./scan.ts";

/** "weekly", "every Monday", "every 2 weeks", "every other day", «по вторникам». */
export function recurrenceAt(scan: Scan, at: number): { end: number; sense: RecurrenceSpan } | undefined {
  const fixed = said(scan, at, "every");
  if (fixed !== undefined) {
    const workdays = fixed.name === "weekday" ? { weekdays: [1, 2, 3, 4, 5] } : {};
    const every = fixed.name === "weekday" ? "week" : oneOf(granularities, fixed.name);
    if (every !== undefined) return { end: fixed.end, sense: { kind: "recurrence", every, count: 1, ...workdays } };
  }
  const each = said(scan, at, "each");
  if (each === undefined) return pluralAt(scan, at);
  const other = said(scan, each.end, "other");
  const number = countAt(scan, other?.end ?? each.end);
  const place = number?.end ?? other?.end ?? each.end;
  const count = number?.value ?? (other === undefined ? 1 : 2);
  const day = said(scan, place, "weekday");
  if (day !== undefined)
    return { end: day.end, sense: { kind: "recurrence", every: "week", count, weekdays: [Number(day.name)] } };
  const unit = saidPeriod(scan, place, "period");
  return unit === undefined ? undefined : { end: unit.end, sense: { kind: "recurrence", every: unit.name, count } };
}

/** «по вторникам и четвергам». */
function pluralAt(scan: Scan, at: number): { end: number; sense: RecurrenceSpan } | undefined {
  const plural = said(scan, at, "plural");
  const first = plural === undefined ? undefined : said(scan, plural.end, "weekday");
  if (first === undefined || !/(?:ам|ям)$/.test(scan.tokens[first.end - 1]?.lower ?? "")) return undefined;
  return { end: first.end, sense: { kind: "recurrence", every: "week", count: 1, weekdays: [Number(first.name)] } };
}
