import type { Moment } from "../../../language/language.ts";
import { timesIn } from "../../../language/times-in.ts";
import type { Timed, Unit } from "./english-times.ts";
import { dayMs, type Local } from "./when.ts";

const units: readonly (readonly [RegExp, Unit])[] = [
  [/^мин/, "minute"],
  [/^час/, "hour"],
  [/^(?:дн|ден)/, "day"],
  [/^недел/, "week"],
  [/^месяц/, "month"],
];

const counts = new Map(
  "один 1 одну 1 полтора 1.5 полторы 1.5 пару 2 два 2 две 2 три 3 четыре 4 пять 5 шесть 6 семь 7 восемь 8 девять 9 десять 10"
    .matchAll(/(\p{L}+) (\S+)/gu)
    .map(([, word = "", count]) => [word, Number(count)] as const),
);

/** Dates and lengths of time in Russian, in text order. */
export function russianTimes(text: string, now: Local): Timed[] {
  if (!/\p{Script=Cyrillic}/u.test(text)) return [];
  const spans = [
    ...text.matchAll(/(?<=на )(?:(\d+|\p{L}+) )?(минут\p{L}*|час\p{L}*|дн\p{L}*|день|недел\p{L}*|месяц\p{L}*)/giu),
  ].flatMap((match): Timed[] => {
    const unit = units.find(([form]) => form.test((match[2] ?? "").toLowerCase()))?.[1];
    if (unit === undefined) return [];
    const count = match[1] === undefined ? 1 : (counts.get(match[1].toLowerCase()) ?? Number(match[1]));
    if (Number.isNaN(count)) return [];
    return [{ is: "span", count, unit, from: match.index, to: match.index + match[0].length }];
  });
  const clocks = [...text.matchAll(clock)].map((match): Timed => {
    const minutes = Number(match[1] ?? match[3]) * 60 + Number(match[2] ?? 0);
    return { is: "time", minutes, from: match.index, to: match.index + match[0].length };
  });
  // The day and the hour are two things: "сегодня после 15:00" is not all of today.
  const blank = (said: string): string => " ".repeat(said.length);
  const days = daysIn(text.replaceAll(clock, blank).replaceAll(partOfDay, blank), now).filter(
    ({ from, to }) => !spans.some((span) => from < span.to && span.from < to),
  );
  return [...spans, ...clocks, ...days].toSorted((a, b) => a.from - b.from);
}

/** "15:00" and "15 часов", behind a word that says when. */
const clock =
  /(?<=(?<!\p{L})(?:в|во|к|с|до|после|перед|раньше|позже)\s+)(?:([01]?\d|2[0-3]):([0-5]\d)(?!\d)|([01]?\d|2[0-3])\s+час(?:ов|а|ам)?(?!\p{L}))/giu;

/** Words of their own: which hours they are is read with the rest. */
const partOfDay = /(?<!\p{L})(?:утром|дн[её]м|вечером|ночью)(?!\p{L})/giu;

/** A day whose hour is said in a way that is not read here is no day: it would be all of it. */
function daysIn(text: string, now: Local): Timed[] {
  const setting = { now: new Date(now).toISOString(), zone: "UTC" };
  return timesIn(text, setting).dates.flatMap(({ from, to, start, end, certain }): Timed[] => {
    const first = localOf(start);
    if (first === undefined || !certain.date || certain.time) return [];
    const last = end === undefined ? undefined : localOf(end);
    return [{ is: "when", when: { is: "fixed", period: { from: first, to: (last ?? first) + dayMs } }, from, to }];
  });
}

function localOf({ year, month, day }: Moment): Local | undefined {
  return year === undefined || month === undefined || day === undefined ? undefined : Date.UTC(year, month - 1, day);
}
