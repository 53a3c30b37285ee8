import type { Moment } from "../../../language/language.ts";
import { languages } from "../../../language/languages.ts";
import type { Timed, Unit } from "./english-times.ts";
import { dayMs, type Local } from "./when.ts";

const units: readonly (readonly [RegExp, Unit])[] = [
  [/^мин/, "minute"],
  [/^час/, "hour"],
  [/^(?:дн|ден)/, "day"],
  [/^недел/, "week"],
  [/^месяц/, "month"],
];

/** Dates and lengths of time in Russian, in text order. */
export function russianTimes(text: string, now: Local): Timed[] {
  if (!/\p{Script=Cyrillic}/u.test(text)) return [];
  const spans = [
    ...text.matchAll(
      /(?<=на )(?:(\d+|пару|полтора) )?(минут\p{L}*|час\p{L}*|дн\p{L}*|день|недел\p{L}*|месяц\p{L}*)/giu,
    ),
  ].flatMap((match): Timed[] => {
    const unit = units.find(([form]) => form.test((match[2] ?? "").toLowerCase()))?.[1];
    if (unit === undefined) return [];
    const count =
      match[1] === undefined ? 1 : /пару/i.test(match[1]) ? 2 : /полтора/i.test(match[1]) ? 1.5 : Number(match[1]);
    return [{ is: "span", count, unit, from: match.index, to: match.index + match[0].length }];
  });
  const setting = { now: new Date(now).toISOString(), zone: "UTC" };
  const days = languages.ru.dates(text, setting).flatMap(({ from, to, start, end, certain }): Timed[] => {
    const first = localOf(start);
    if (first === undefined || !certain.date || spans.some((span) => from < span.to && span.from < to)) return [];
    const last = end === undefined ? undefined : localOf(end);
    return [{ is: "when", when: { is: "fixed", period: { from: first, to: (last ?? first) + dayMs } }, from, to }];
  });
  return [...spans, ...days].toSorted((a, b) => a.from - b.from);
}

function localOf({ year, month, day }: Moment): Local | undefined {
  return year === undefined || month === undefined || day === undefined ? undefined : Date.UTC(year, month - 1, day);
}
