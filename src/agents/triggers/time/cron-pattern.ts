/** Five cron fields as sets. If both day of month and weekday are limited, a day matches by either, as in cron. */
export type CronPattern = {
  minutes: readonly number[];
  hours: readonly number[];
  days: ReadonlySet<number>;
  months: ReadonlySet<number>;
  weekdays: ReadonlySet<number>;
  isEitherDay: boolean;
  isEveryHour: boolean;
};

type CronFault = { fault: string };

type Field = { name: string; low: number; high: number; names?: readonly string[] };

const fields = [
  { name: "minute", low: 0, high: 59 },
  { name: "hour", low: 0, high: 23 },
  { name: "day of the month", low: 1, high: 31 },
  { name: "month", low: 1, high: 12, names: "JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC".split(" ") },
  { name: "day of the week", low: 0, high: 7, names: "SUN MON TUE WED THU FRI SAT".split(" ") },
] as const satisfies readonly Field[];

const dayMs = 86_400_000;
/** 29 February of a certain weekday comes at least once in 40 years. */
const furthestDays = 40 * 366;

export function parseCron(cron: string): CronPattern | CronFault {
  const texts = cron.trim().split(/\s+/);
  if (texts.length !== 5) return { fault: `it has ${texts.length} fields, not five` };
  const values: number[][] = [];
  for (const [at, field] of fields.entries()) {
    const read = readField(texts[at] ?? "", field);
    if ("fault" in read) return read;
    values.push(read.values);
  }
  const [minutes = [], hours = [], days, months, weekdays = []] = values;
  const isLimited = (at: number): boolean => texts[at] !== "*";
  const pattern = {
    minutes,
    hours,
    days: new Set(days),
    months: new Set(months),
    weekdays: new Set(weekdays.map((day) => day % 7)),
    isEitherDay: isLimited(2) && isLimited(4),
    isEveryHour: hours.length === 24,
  };
  return nextWall(pattern, 0) === undefined ? { fault: "no day of any year fits it" } : pattern;
}

/** The first matching minute of local time after `wall` (milliseconds, as if UTC). */
export function nextWall(pattern: CronPattern, wall: number): number | undefined {
  const start = Math.floor(wall / 60_000) * 60_000 + 60_000;
  const firstDay = Math.floor(start / dayMs) * dayMs;
  for (let day = firstDay; day < firstDay + furthestDays * dayMs; day += dayMs) {
    const date = new Date(day);
    if (!pattern.months.has(date.getUTCMonth() + 1)) {
      day = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1) - dayMs;
      continue;
    }
    if (!isDay(pattern, date)) continue;
    const minute = firstMinute(pattern, day === firstDay ? (start - day) / 60_000 : 0);
    if (minute !== undefined) return day + minute * 60_000;
  }
  return undefined;
}

/** Whether any time of that local day matches. */
export function fitsDay(pattern: CronPattern, day: number): boolean {
  const date = new Date(day);
  return pattern.months.has(date.getUTCMonth() + 1) && isDay(pattern, date);
}

function isDay({ days, weekdays, isEitherDay }: CronPattern, date: Date): boolean {
  const byNumber = days.has(date.getUTCDate());
  const byName = weekdays.has(date.getUTCDay());
  return isEitherDay ? byNumber || byName : byNumber && byName;
}

/** The first matching minute of a day, not before `from`. */
function firstMinute({ hours, minutes }: CronPattern, from: number): number | undefined {
  const hour = Math.floor(from / 60);
  const later = hours.includes(hour) ? minutes.find((minute) => minute >= from % 60) : undefined;
  if (later !== undefined) return hour * 60 + later;
  const next = hours.find((one) => one > hour);
  return next === undefined ? undefined : next * 60 + (minutes[0] ?? 0);
}

function readField(text: string, field: Field): { values: number[] } | CronFault {
  const found = new Set<number>();
  for (const part of text.split(",")) {
    const range = readPart(part, field);
    if (range === undefined || range.step < 1 || range.low > range.high) return { fault: wrong(text, field) };
    if (range.low < field.low || range.high > field.high) return { fault: wrong(text, field) };
    for (let value = range.low; value <= range.high; value += range.step) found.add(value);
  }
  return { values: [...found].toSorted((a, b) => a - b) };
}

function readPart(part: string, field: Field): { low: number; high: number; step: number } | undefined {
  const [, range = "", step] = /^([^/]+)(?:\/(\d{1,4}))?$/.exec(part) ?? [];
  const every = step === undefined ? 1 : Number(step);
  if (range === "*") return { low: field.low, high: field.high === 7 ? 6 : field.high, step: every };
  const [first, last, ...more] = range.split("-").map((word) => readValue(word, field));
  if (first === undefined || more.length > 0) return undefined;
  if (range.includes("-")) return last === undefined ? undefined : { low: first, high: last, step: every };
  return { low: first, high: step === undefined ? first : field.high, step: every };
}

function readValue(word: string, { names = [], low }: Field): number | undefined {
  if (/^\d{1,2}$/.test(word)) return Number(word);
  const at = names.indexOf(word.toUpperCase());
  return at === -1 ? undefined : at + low;
}

function wrong(text: string, { name, low, high }: Field): string {
  return `${JSON.stringify(text)} is no ${name}: use ${low} to ${high}, *, lists, ranges and steps`;
}
