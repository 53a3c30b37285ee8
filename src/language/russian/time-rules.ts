import { hourInGenitive, partsOfDay } from "./date-words.ts";
import type { DateToken } from "./date-tokens.ts";
import { russianNumberAt } from "./numbers.ts";

export type ClockTime = { hour: number; minute: number };

/** `said`: a clock time, against an hour that a part of the day stands for. */
export type TimeReading = { next: number; start: ClockTime; end?: ClockTime; said: boolean };

/** A time of the day at a token, with its preposition: "в 15:30", "к 7 вечера", "в половине шестого", "с 10 до 12". */
export function timeAt(tokens: readonly DateToken[], at: number): TimeReading | undefined {
  return timeRange(tokens, at) ?? clockTime(tokens, at) ?? halfPast(tokens, at) ?? partOfDay(tokens, at);
}

function word(tokens: readonly DateToken[], at: number): string {
  return tokens[at]?.lower ?? "";
}

function timeRange(tokens: readonly DateToken[], at: number): TimeReading | undefined {
  if (word(tokens, at) !== "с" && word(tokens, at) !== "со") return undefined;
  const first = hourAt(tokens, at + 1);
  if (first === undefined || !/^(?:до|по)$/.test(word(tokens, first.next))) return undefined;
  const last = hourAt(tokens, first.next + 1);
  // "с 10 до 12" without a word of time is a range of anything.
  if (last === undefined || !(first.marked || last.marked)) return undefined;
  return { next: last.next, start: first.start, end: last.start, said: true };
}

/** A bare hour needs its preposition and a word of time; 15:30 needs nothing. */
function clockTime(tokens: readonly DateToken[], at: number): TimeReading | undefined {
  const preposition = /^(?:в|во|к|до|после|на|около)$/.test(word(tokens, at));
  const read = hourAt(tokens, preposition ? at + 1 : at);
  if (read === undefined || isCountOfDays(tokens, at)) return undefined;
  if (!read.marked && !(word(tokens, at) === "в" && endsPhrase(tokens, read.next))) return undefined;
  return { next: read.next, start: read.start, said: true };
}

/** "На два дня" is how long, "в два дня" when. */
function isCountOfDays(tokens: readonly DateToken[], at: number): boolean {
  const from = word(tokens, at) === "на" ? at + 1 : word(tokens, at - 1) === "на" ? at : undefined;
  const number = from === undefined ? undefined : russianNumberAt(tokens, from);
  return number !== undefined && word(tokens, number.end) === "дня";
}

/** "в 10" is a time only where nothing is counted by it. */
function endsPhrase(tokens: readonly DateToken[], at: number): boolean {
  const token = tokens[at];
  return token === undefined || /^(?:[.,;!?)]|и|завтра|сегодня|послезавтра|в|во|с)$/.test(token.lower);
}

type HourReading = { start: ClockTime; next: number; marked: boolean };

function hourAt(tokens: readonly DateToken[], at: number): HourReading | undefined {
  if (/^час$/.test(word(tokens, at)) && dayHalf(word(tokens, at + 1)) !== undefined)
    return { start: { hour: inHalf(1, word(tokens, at + 1)), minute: 0 }, next: at + 2, marked: true };
  const number = russianNumberAt(tokens, at);
  if (number === undefined || !Number.isInteger(number.value) || number.value > 24 || number.ordinal === true)
    return undefined;
  const colon = colonMinutes(tokens, at);
  if (colon !== undefined)
    return withHalf(tokens, { start: { hour: number.value, minute: colon }, next: at + 3, marked: true });
  const hours = /^(?:час|часа|часов|часам|ч)$/.test(word(tokens, number.end));
  const minutes = hours ? minutesAt(tokens, number.end + 1) : undefined;
  const next = minutes?.next ?? number.end + Number(hours);
  return withHalf(tokens, { start: { hour: number.value, minute: minutes?.value ?? 0 }, next, marked: hours });
}

function colonMinutes(tokens: readonly DateToken[], at: number): number | undefined {
  const [sign, minutes] = [tokens[at + 1], tokens[at + 2]];
  if (sign?.text !== ":" || !sign.glued || minutes?.glued !== true || !/^[0-5]\d$/.test(minutes.text)) return undefined;
  return Number(minutes.text);
}

function minutesAt(tokens: readonly DateToken[], at: number): { value: number; next: number } | undefined {
  const number = russianNumberAt(tokens, at);
  if (number === undefined || number.value > 59 || !word(tokens, number.end).startsWith("мин")) return undefined;
  return { value: number.value, next: number.end + 1 };
}

function withHalf(tokens: readonly DateToken[], read: HourReading): HourReading | undefined {
  const half = word(tokens, read.next);
  const marked = dayHalf(half) !== undefined;
  const hour = marked ? inHalf(read.start.hour, half) : read.start.hour;
  if (hour > 23) return undefined;
  return {
    start: { hour, minute: read.start.minute },
    next: read.next + Number(marked),
    marked: read.marked || marked,
  };
}

function dayHalf(word: string): "before" | "after" | undefined {
  if (/^(?:утра|ночи)$/.test(word)) return "before";
  return /^(?:дня|вечера)$/.test(word) ? "after" : undefined;
}

function inHalf(hour: number, half: string): number {
  if (dayHalf(half) === "after") return hour < 12 ? hour + 12 : hour;
  return hour === 12 ? 0 : hour;
}

/** "в половине шестого", "полшестого", "без четверти пять", "без десяти пять". */
function halfPast(tokens: readonly DateToken[], at: number): TimeReading | undefined {
  const begin = /^(?:в|к)$/.test(word(tokens, at)) ? at + 1 : at;
  const glued = hourInGenitive.get(/^пол([а-я]+)$/.exec(word(tokens, begin))?.[1] ?? "");
  if (glued !== undefined) return evening(tokens, { hour: glued - 1, minute: 30 }, begin + 1);
  const running = /^половин[еу]$/.test(word(tokens, begin)) ? hourInGenitive.get(word(tokens, begin + 1)) : undefined;
  if (running !== undefined) return evening(tokens, { hour: running - 1, minute: 30 }, begin + 2);
  if (word(tokens, begin) !== "без") return undefined;
  const quarter = word(tokens, begin + 1) === "четверти";
  const left = quarter ? { value: 15, end: begin + 2 } : russianNumberAt(tokens, begin + 1);
  const hourPlace = left === undefined ? begin : left.end + Number(word(tokens, left.end).startsWith("минут"));
  const hour = left === undefined || left.value > 30 ? undefined : russianNumberAt(tokens, hourPlace);
  if (left === undefined || hour === undefined || hour.value < 1 || hour.value > 12) return undefined;
  return evening(tokens, { hour: hour.value - 1, minute: 60 - left.value }, hour.end);
}

function evening(tokens: readonly DateToken[], time: ClockTime, next: number): TimeReading {
  const half = word(tokens, next);
  const marked = dayHalf(half) !== undefined;
  return { next: next + Number(marked), start: { ...time, hour: inHalf(time.hour, half) }, said: true };
}

function partOfDay(tokens: readonly DateToken[], at: number): TimeReading | undefined {
  const begin = /^(?:в|к|до|после)$/.test(word(tokens, at)) ? at + 1 : at;
  const name = word(tokens, begin);
  const hour = partsOfDay.get(name);
  const needsPreposition = /^(?:утра|вечера|вечеру|обеду|обеда|полудню|полуночи|полдень|полночь)$/.test(name);
  if (hour === undefined || (needsPreposition && begin === at)) return undefined;
  return { next: begin + 1, start: { hour, minute: 0 }, said: name.startsWith("пол") };
}
