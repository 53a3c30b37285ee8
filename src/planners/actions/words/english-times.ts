import { dayMs, dayOf, type Local, oneDay, type Period, type When } from "./when.ts";

/** Something about time that was said, with its place in the text. */
export type Timed = { from: number; to: number } & (
  | { is: "when"; when: When }
  | { is: "time"; minutes: number }
  | { is: "span"; count: number; unit: Unit }
);
export type Unit = "minute" | "hour" | "day" | "week" | "month" | "year";

const months =
  "jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sep(?:t(?:ember)?)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?";
const monthKeys = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const weekdays = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"];
const counts = ["", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];
const amount = `\\d+(?:\\.\\d+)?|${counts.slice(1).join("|")}|an?|a couple of|a few|fifteen|thirty|forty five|forty-five|ninety`;
const units = "minute|min|hour|hr|day|week|fortnight|month|year";
const clock = "(\\d{1,2})(?::(\\d\\d))? ?(am|pm|a\\.m\\.|p\\.m\\.)?";

type Found = When | { minutes: number } | { count: number; unit: Unit } | undefined;
type Rule = readonly [RegExp, (groups: readonly string[], now: Local) => Found];

const rules: readonly Rule[] = [
  [/\b(\d{4})-(\d\d)-(\d\d)\b/g, ([, y, m, d]) => fixed(oneDay(Date.UTC(Number(y), Number(m) - 1, Number(d))))],
  [
    new RegExp(`\\b(${months})\\.? (\\d{1,2})(?:st|nd|rd|th)?\\b(?:,? (\\d{4})\\b)?`, "gi"),
    ([, month = "", day, year]) => dated(month, Number(day), year),
  ],
  [
    new RegExp(`\\b(\\d{1,2})(?:st|nd|rd|th)? (?:of )?(${months})\\b(?:,? (\\d{4})\\b)?`, "gi"),
    ([, day, month = "", year]) => dated(month, Number(day), year),
  ],
  [
    new RegExp(
      `(?<=\\b(?:in|during|for|since|of|throughout|last|this|from|by|until|before|after|through) )(${months})\\b`,
      "gi",
    ),
    ([, month = ""]) => yearly(month),
  ],
  [
    new RegExp(`\\b(?:the )?(last|past|previous|next|coming) (${amount}) (${units})s?\\b`, "gi"),
    ([, way = "", count = "", unit = ""], now) => around(way, { count: numberOf(count), unit: unitOf(unit) }, now),
  ],
  [
    /\b(?:the )(last|past|previous|next|coming) (day|week|fortnight|month|year)\b/gi,
    ([, way = "", unit = ""], now) => around(way, { count: 1, unit: unitOf(unit) }, now),
  ],
  [
    new RegExp(`\\b(${amount}) (${units})s? (ago|from now|from today|from tomorrow)\\b`, "gi"),
    ([, count = "", unit = "", way], now) =>
      fixed(
        oneDay(
          moved(way === "from tomorrow" ? now + dayMs : now, (way === "ago" ? -1 : 1) * numberOf(count), unitOf(unit)),
        ),
      ),
  ],
  [
    /\b(this|next|last|previous|past) (week|month|year)\b/gi,
    ([, which = "", unit = ""], now) => fixed(calendar(which, unitOf(unit), now)),
  ],
  [
    new RegExp(`\\b(?:(this|next|last|previous|past|coming|following) )?(${weekdays.join("|")})\\b`, "gi"),
    ([, which, day = ""]) => weekday(day, which),
  ],
  [/\bthe day after tomorrow\b/gi, (_, now) => fixed(oneDay(now + 2 * dayMs))],
  [/\bthe day before yesterday\b/gi, (_, now) => fixed(oneDay(now - 2 * dayMs))],
  [/\btomorrow\b/gi, (_, now) => fixed(oneDay(now + dayMs))],
  [/\byesterday\b/gi, (_, now) => fixed(oneDay(now - dayMs))],
  [/\b(?:today|tonight)\b/gi, (_, now) => fixed(oneDay(now))],
  [
    /\b(?:half(?:[- ]an?)?|½)[- ](hour|day)\b/gi,
    ([, unit]) => (unit === "day" ? { count: 0.5, unit: "day" } : { count: 30, unit: "minute" }),
  ],
  [/\ban? (?:hour|hr) and a half\b|\bhour and a half\b/gi, () => ({ count: 90, unit: "minute" })],
  [/\bquarter of an hour\b/gi, () => ({ count: 15, unit: "minute" })],
  [
    new RegExp(`\\b(${amount})(?: and a half)?[- ]?(${units})s?\\b(?:[- ]long\\b)?`, "gi"),
    ([all = "", count = "", unit = ""]) => ({
      count: numberOf(count) + (all.includes("half") ? 0.5 : 0),
      unit: unitOf(unit),
    }),
  ],
  [new RegExp(`\\b(\\d{1,2})(?::(\\d\\d))? ?(am|pm|a\\.m\\.|p\\.m\\.)`, "gi"), timeOf],
  [/\b(\d{1,2}):(\d\d)\b/g, timeOf],
  [
    new RegExp(
      `(?<=\\b(?:at|before|after|by|until|till|from|between) )${clock}(?![\\d%]|\\.\\d| ?%| (?:${units}|days?|times?|visits?|users?|percent))\\b`,
      "gi",
    ),
    timeOf,
  ],
  [/\b(\d{1,2})(?::(\d\d))? ?o['’]?clock\b/gi, timeOf],
  [/\b(?:noon|midday)\b/gi, () => ({ minutes: 720 })],
];

/** Dates, times of day and lengths of time in English, in text order; none overlaps another. */
export function englishTimes(text: string, now: Local): Timed[] {
  const found: Timed[] = [];
  for (const [pattern, read] of rules)
    for (const match of text.matchAll(pattern)) {
      const [from, to] = [match.index, match.index + match[0].length];
      if (found.some((other) => from < other.to && other.from < to)) continue;
      const value = read(
        [...match].map((group) => group?.toLowerCase() ?? ""),
        now,
      );
      if (value !== undefined) found.push({ from, to, ...timed(value) });
    }
  return found.toSorted((a, b) => a.from - b.from);
}

function timed(value: NonNullable<Found>) {
  if ("minutes" in value) return { is: "time", minutes: value.minutes } as const;
  if ("unit" in value) return { ...value, is: "span" } as const;
  return { is: "when", when: value } as const;
}

/** A bare hour before eight is one of the afternoon: working people say "at 3". */
function timeOf([, hour = "", minute = "", half = ""]: readonly string[]): Found {
  const hours = Number(hour);
  if (hours > 23 || Number(minute) > 59) return undefined;
  const late = half.startsWith("p") ? hours < 12 : half === "" && hours < 8;
  const early = half.startsWith("a") && hours === 12;
  return { minutes: (hours + (late ? 12 : 0) - (early ? 12 : 0)) * 60 + Number(minute) };
}

function fixed(period: Period): When {
  return { is: "fixed", period };
}

function monthOf(word: string): number {
  return monthKeys.indexOf(word.slice(0, 3));
}

function dated(month: string, day: number, year = ""): Found {
  if (day < 1 || day > 31) return undefined;
  if (year !== "") return fixed(oneDay(Date.UTC(Number(year), monthOf(month), day)));
  return { is: "yearly", month: monthOf(month), day };
}

function yearly(month: string): When {
  return { is: "yearly", month: monthOf(month) };
}

function weekday(day: string, which = ""): When {
  const whichOf = {
    this: "this",
    coming: "this",
    next: "next",
    following: "next",
    last: "last",
    past: "last",
    previous: "previous",
  } as const;
  const said = Object.entries(whichOf).find(([word]) => word === which)?.[1];
  return { is: "weekday", day: weekdays.indexOf(day), ...(said !== undefined && { which: said }) };
}

function numberOf(word: string): number {
  const special = {
    a: 1,
    an: 1,
    "a couple of": 2,
    "a few": 3,
    fifteen: 15,
    thirty: 30,
    "forty five": 45,
    "forty-five": 45,
    ninety: 90,
  };
  const known = Object.entries(special).find(([said]) => said === word)?.[1];
  return known ?? (counts.indexOf(word) > 0 ? counts.indexOf(word) : Number(word));
}

function unitOf(word: string): Unit {
  const known = { min: "minute", hr: "hour", fortnight: "week" } as const;
  const unit = Object.entries(known).find(([said]) => said === word)?.[1];
  return unit ?? (["minute", "hour", "day", "week", "month", "year"] as const).find((one) => one === word) ?? "day";
}

/** A moment so many units away; months and years by the calendar. */
export function moved(at: Local, count: number, unit: Unit): Local {
  const day = new Date(at);
  if (unit === "month")
    return Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + count, day.getUTCDate()) + (at % dayMs);
  if (unit === "year") return moved(at, 12 * count, "month");
  const lengths = { minute: 60_000, hour: 3_600_000, day: dayMs, week: 7 * dayMs };
  return at + count * lengths[unit];
}

function around(way: string, { count, unit }: { count: number; unit: Unit }, now: Local): When {
  const ahead = way === "next" || way === "coming";
  if (ahead) return fixed({ from: now, to: dayOf(moved(now, count, unit)) + dayMs });
  return fixed({ from: dayOf(moved(now, -count, unit)), to: dayOf(now) + dayMs });
}

function calendar(which: string, unit: Unit, now: Local): Period {
  const shift = which === "next" ? 1 : which === "this" ? 0 : -1;
  const day = new Date(dayOf(now));
  if (unit === "week") {
    const monday = dayOf(now) - ((day.getUTCDay() + 6) % 7) * dayMs + shift * 7 * dayMs;
    return { from: monday, to: monday + 7 * dayMs };
  }
  const [year, month] = [day.getUTCFullYear(), day.getUTCMonth()];
  if (unit === "year") return { from: Date.UTC(year + shift, 0, 1), to: Date.UTC(year + shift + 1, 0, 1) };
  return { from: Date.UTC(year, month + shift, 1), to: Date.UTC(year, month + shift + 1, 1) };
}
