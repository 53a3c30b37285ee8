import { compact } from "../../plan/compact.ts";
import { memoize } from "../../plan/bounded-cache.ts";
import type { DateSpan, DurationSpan, NumberSpan, TimeSpan } from "../../language/spans/span.ts";
import type { PlanValues } from "./plan-values.ts";

/** Factors between the units in which people and tools count: "2 hours" for 120 minutes, "5 %" for 0.05. */
const factors = [60, 3600, 24, 1440, 86_400, 7, 30, 365, 12, 1000, 100, 10, 1024] as const;

/** Whether the plan has the number, or the range from it to its other end. */
export function hasNumber(values: PlanValues, { value, max, unit, percent, ordinal }: NumberSpan): boolean {
  const one = (wanted: number): boolean =>
    hasPlain(values, wanted) ||
    (percent === true && hasPlain(values, wanted / 100)) ||
    (unit !== undefined && factors.some((by) => hasPlain(values, wanted * by) || hasPlain(values, wanted / by)));
  // "The third" is the third of a list: its index may count from 0.
  return (one(value) || (ordinal === true && hasPlain(values, value - 1))) && (max === undefined || one(max));
}

export function hasDuration(values: PlanValues, { value, unit, max }: DurationSpan): boolean {
  return hasNumber(values, { kind: "number", value, unit, ...compact({ max }) });
}

/** As a number, or as digits in a text: "192" in "Q-0192". */
function hasPlain({ numbers, texts }: PlanValues, wanted: number): boolean {
  if (numbers.some((number) => Math.abs(number - wanted) <= 1e-9 * Math.max(1, Math.abs(wanted)))) return true;
  const digits = String(wanted);
  return (
    texts.some((text) => text.includes(digits) && digitsIn(text).some((one) => Number(one) === wanted)) ||
    texts.some((text) => digitsIn(text.replaceAll(/(?<=\d)[ ,](?=\d{3}\b)/g, "")).some((one) => Number(one) === wanted))
  );
}

function digitsIn(text: string): string[] {
  return text.match(/\d+(?:\.\d+)?/g) ?? [];
}

/** Whether the plan has the day or days, and the time where one was said. */
export function hasDate(values: PlanValues, span: DateSpan): boolean {
  return (
    hasDays(values, span) &&
    (span.time === undefined || hasTime(values, { time: span.time, ...compact({ until: span.until }) }))
  );
}

/** The day alone. */
export function hasDays(values: PlanValues, { first, last, earlier, granularity, relation, kind }: DateSpan): boolean {
  const has = (day: string): boolean =>
    datesOf(day).some((form) => values.texts.some((text) => text.includes(form))) || inParts(values, day, granularity);
  const both = kind === "interval" && granularity === "day" && first !== last;
  const fits = (days: { first: string; last: string }): boolean => {
    if (both) return has(days.first) && has(days.last);
    return relation === "by" || relation === "until" || relation === "before"
      ? has(days.last) || has(days.first)
      : has(days.first) || has(days.last);
  };
  return fits({ first, last }) || (earlier !== undefined && fits(earlier)) || hasCoarse(values, { first, granularity });
}

/** A year or a month by itself: "2024", "2024-03", "March". */
function hasCoarse(values: PlanValues, { first, granularity }: Pick<DateSpan, "first" | "granularity">): boolean {
  const [year = "", month = ""] = first.split("-");
  const hasYear = hasPlain(values, Number(year));
  if (granularity === "year") return hasYear;
  if (granularity !== "month") return false;
  const name = monthName(first);
  return (
    hasPlain(values, Number(month)) ||
    values.texts.some((text) => text.includes(name) || text.includes(`${year}-${month}`))
  );
}

function inParts(values: PlanValues, day: string, granularity: DateSpan["granularity"]): boolean {
  if (granularity !== "day" && granularity !== "hour" && granularity !== "minute") return false;
  const [, month = 0, date = 0] = day.split("-").map(Number);
  const named = values.texts.some((text) => text.includes(monthName(day)) || text.includes(monthName(day).slice(0, 3)));
  return hasPlain(values, date) && (named || values.numbers.includes(month));
}

export function hasTime(values: PlanValues, { time, until }: Pick<TimeSpan, "time" | "until">): boolean {
  return one(time) && (until === undefined || one(until));
  function one(wanted: string): boolean {
    const [hour = 0, minute = 0] = wanted.split(":").map(Number);
    const short = `${hour}:${String(minute).padStart(2, "0")}`;
    const half = `${((hour + 11) % 12) + 1}`;
    const noon = hour < 12 ? "a" : "p";
    const forms = [
      wanted,
      short,
      `${half}:${String(minute).padStart(2, "0")} ${noon}m`,
      `${half}:${String(minute).padStart(2, "0")}${noon}m`,
      ...(minute === 0 ? [`${half} ${noon}m`, `${half}${noon}m`] : []),
    ];
    if (forms.some((form) => values.texts.some((text) => startsAt(text, form)))) return true;
    return values.numbers.includes(hour) && (minute === 0 || values.numbers.includes(minute));
  }
}

/** Not inside a longer number: "0:30" is not part of "10:30". */
function startsAt(text: string, form: string): boolean {
  for (let at = text.indexOf(form); at >= 0; at = text.indexOf(form, at + 1))
    if (!/\d/.test(text.charAt(at - 1)) && !/\d/.test(text.charAt(at + form.length))) return true;
  return false;
}

const nameOfMonth = memoize(24, (month: number): string =>
  new Date(Date.UTC(2000, month - 1, 1)).toLocaleDateString("en", { month: "long", timeZone: "UTC" }).toLowerCase(),
);

function monthName(day: string): string {
  const month = Number(day.slice(5, 7));
  return month >= 1 && month <= 12 ? nameOfMonth(month) : "";
}

/** The ways in which tools write a day. */
const datesOf = memoize(2_000, (day: string): readonly string[] => {
  const [year = "", month = "", date = ""] = day.split("-");
  const [m, d] = [String(Number(month)), String(Number(date))];
  const name = monthName(day);
  return [
    day,
    `${year}${month}${date}`,
    `${year}/${month}/${date}`,
    ...["/", ".", "-"].flatMap((mark) =>
      [
        [date, month, year],
        [month, date, year],
        [d, m, year],
        [m, d, year],
      ].map((parts) => parts.join(mark)),
    ),
    `${name} ${d}`,
    `${d} ${name}`,
    `${name.slice(0, 3)} ${d}`,
    `${d} ${name.slice(0, 3)}`,
  ];
});
