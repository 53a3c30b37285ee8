import type { Json, JsonObject } from "../../plan/json.ts";
import { languages } from "../../language/languages.ts";
import { latinLookalike } from "../../language/russian/transliterate.ts";
import type { Token } from "../../language/words/token.ts";
import { formatMoment } from "../grammar/fill/format-date.ts";
import type { CompiledSlot, Stems } from "./compiled-pack.ts";
import { type GoalText, isNegated } from "./goal-text.ts";
import { wordTable } from "../../language/words/word-table.ts";
import { hasRole } from "../../language/words/roles.ts";

/** What a slot came to, and the tokens that said it. `marked`: a word that announces the slot was before it. */
export type FilledValue = {
  value: Json;
  sets: JsonObject;
  start: number;
  end: number;
  marked: boolean;
  /** An hour without a day: "at 14:00". */
  isClock?: boolean;
  /** Others said beside it, where the slot takes many. */
  more?: readonly FilledValue[];
};

/** Every place where a typed slot could be filled, in text order. */
export function findValues(slot: CompiledSlot, goalText: GoalText): FilledValue[] {
  switch (slot.type) {
    case "entity":
      return entityValues(slot, goalText);
    case "number":
    case "percent":
      return numberValues(slot, goalText);
    case "duration":
      return durationValues(slot, goalText);
    case "date":
    case "time":
      return dateValues(slot, goalText);
    case "id":
    case "email":
      return tokenValues(slot, goalText);
    case "phone":
      return phoneValues(slot, goalText);
    case "person":
      return goalText.people.map(({ start, end, name }) => ({
        value: name,
        sets: {},
        start,
        end,
        marked: isMarked(slot, goalText, start),
      }));
    case "text":
      return [];
    default:
      return slot.type satisfies never;
  }
}

/** A hyphen or a particle inside an expression: "кто-нибудь", "есть ли обновление". */
function isLink(token: Token | undefined): boolean {
  return token !== undefined && (token.text === "-" || hasRole(token.lower, "clitic"));
}

/** Whether the stems are at this token, links between them skipped; answers with the token after them. */
export function standsAt(goalText: GoalText, at: number, wanted: Stems): number | undefined {
  let place = at;
  for (const stem of wanted) {
    while (place > at && goalText.tokens[place]?.stem !== stem && isLink(goalText.tokens[place])) place += 1;
    if (goalText.tokens[place]?.stem !== stem) return undefined;
    place += 1;
  }
  return place;
}

function entityValues(slot: CompiledSlot, goalText: GoalText): FilledValue[] {
  const found: FilledValue[] = [];
  for (let at = 0; at < goalText.tokens.length; at += 1) {
    for (const { stems, is, sets } of slot.values.get(goalText.tokens[at]?.stem ?? "") ?? []) {
      const end = standsAt(goalText, at, stems);
      if (end === undefined || isNegated(goalText, at)) continue;
      found.push({
        value: is ?? saidAt(goalText, at, end),
        sets,
        start: at,
        end,
        marked: isMarked(slot, goalText, at),
      });
      at = end - 1;
      break;
    }
  }
  return found;
}

function saidAt(goalText: GoalText, start: number, end: number): string {
  return goalText.source.slice(goalText.tokens[start]?.from, goalText.tokens[end - 1]?.to);
}

function numberValues(slot: CompiledSlot, goalText: GoalText): FilledValue[] {
  const shares = goalText.tokens.flatMap(({ lower }, start) => {
    const value = slot.type === "percent" ? shareOf(lower) : undefined;
    return value === undefined ? [] : [{ value, unit: undefined, start, end: start + 1, ordinal: false }];
  });
  return [...goalText.numbers, ...shares]
    .filter(({ ordinal }) => ordinal !== true)
    .toSorted((a, b) => a.start - b.start)
    .map(({ value, unit, start, end }) => ({
      value,
      sets: { unit: unit ?? null },
      start,
      end: unit === undefined ? end : end + 1,
      marked: isMarked(slot, goalText, start) || (slot.type === "percent" && unit === "percent"),
    }));
}

/** "halfway", «полностью»: so many percent. */
function shareOf(lower: string): number | undefined {
  return [50, 100].find((percent) => hasRole(lower, `percent ${percent}`));
}

function unitAt(goalText: GoalText, at: number): string | undefined {
  const token = goalText.tokens[at];
  return token === undefined ? undefined : (languages.ru.units.get(token.lower) ?? languages.en.units.get(token.lower));
}

const seconds = wordTable<number>({ second: 1, minute: 60, hour: 3600, day: 86_400, week: 604_800 });

/** Amounts of time side by side are one: "1 час 20 минут". A bare unit is one of it, "полчаса" half. */
function durationValues(slot: CompiledSlot, goalText: GoalText): FilledValue[] {
  const found: FilledValue[] = [];
  for (let at = 0; at < goalText.tokens.length; at += 1) {
    const sets: JsonObject = {};
    let total = 0;
    let end = at;
    for (let piece = timeAmount(goalText, end); piece !== undefined; piece = timeAmount(goalText, end)) {
      sets[`${piece.unit}s`] = piece.count;
      total += piece.count * (seconds[piece.unit] ?? 0);
      end = piece.end;
      if (goalText.tokens[end]?.lower === "и" && timeAmount(goalText, end + 1) !== undefined) end += 1;
    }
    if (end === at) continue;
    found.push({
      value: total,
      sets: { ...sets, ...totals(total) },
      start: at,
      end,
      marked: isMarked(slot, goalText, at),
    });
    at = end - 1;
  }
  return found;
}

/** The whole duration in one unit; some tools take the minutes as text. */
function totals(total: number): JsonObject {
  const minutes = total / 60;
  return Number.isInteger(minutes)
    ? { total_seconds: total, total_minutes: minutes, minutes_text: String(minutes) }
    : { total_seconds: total };
}

function timeAmount(goalText: GoalText, at: number): { count: number; unit: string; end: number } | undefined {
  const fixed = fixedLength(goalText.tokens[at]);
  if (fixed !== undefined) return wholeParts({ ...fixed, end: at + 1 });
  const read = goalText.numbers.find(({ start }) => start === at);
  const unit = unitAt(goalText, read?.end ?? at);
  if (unit === undefined || seconds[unit] === undefined || read?.ordinal === true) return undefined;
  // A lone unit needs to look like an amount: "час", not "часы".
  if (read === undefined && !hasRole(goalText.tokens[at]?.lower ?? "", "unit alone")) return undefined;
  return wholeParts({ count: Number(read?.value ?? 1), unit, end: (read?.end ?? at) + 1 });
}

/** «полчаса»: a length of time in one word. */
function fixedLength(token: Token | undefined): { count: number; unit: string } | undefined {
  const concepts = token === undefined ? [] : languages[token.lang].dateWords.concepts(token.lower);
  const [, count, unit] = /^span\.([\d.]+)\.(\w+)$/.exec(concepts.find((one) => one.startsWith("span.")) ?? "") ?? [];
  return count === undefined || unit === undefined ? undefined : { count: Number(count), unit };
}

/** Half an hour is thirty minutes: the parts of a duration are whole. */
function wholeParts(piece: { count: number; unit: string; end: number }): { count: number; unit: string; end: number } {
  if (Number.isInteger(piece.count)) return piece;
  const smaller = piece.unit === "hour" ? "minute" : piece.unit === "minute" ? "second" : piece.unit;
  return smaller === piece.unit ? piece : { ...piece, unit: smaller, count: piece.count * 60 };
}

const [day, clock] = ["YYYY-MM-DD", "HH:mm"];

function dateValues(slot: CompiledSlot, goalText: GoalText): FilledValue[] {
  return goalText.dates.flatMap((reading) => {
    const start = goalText.tokens.findIndex((token) => token.to > reading.from);
    const after = goalText.tokens.findIndex((token) => token.from >= reading.to);
    const end = after < 0 ? goalText.tokens.length : after;
    if (start < 0 || end <= start || (slot.type === "time" && reading.start.hour === undefined)) return [];
    const sets: JsonObject = {
      date: formatMoment(reading.start, day),
      time: reading.start.hour === undefined ? null : formatMoment(reading.start, clock),
      end_date: reading.end === undefined ? null : formatMoment(reading.end, day),
    };
    const value =
      slot.type === "time"
        ? formatMoment(reading.start, clock)
        : formatMoment(reading.start, reading.certain.time ? `${day}T${clock}:00` : day);
    return [{ value, sets, start, end, marked: isMarked(slot, goalText, start), isClock: !reading.certain.date }];
  });
}

function tokenValues(slot: CompiledSlot, goalText: GoalText): FilledValue[] {
  const prefix = slot.prefix?.toLowerCase() ?? "";
  const found: FilledValue[] = [];
  goalText.tokens.forEach(({ kind, text }, start) => {
    if (slot.type === "email" ? kind !== "email" : !isIdentifier(kind, text)) return;
    const value = slot.type === "id" ? (idOf(slot, goalText, start) ?? latinLookalike(text)) : text;
    if (slot.type === "id" && !value.toLowerCase().startsWith(prefix)) return;
    found.push({ value, sets: {}, start, end: start + 1, marked: isMarked(slot, goalText, start) });
  });
  return found;
}

/** At least seven digits, with what people write between them. */
const phoneForm = /(?<![\w+])\+?\d(?:[\s().-]{0,2}\d){6,14}(?!\w)/g;

function phoneValues(slot: CompiledSlot, goalText: GoalText): FilledValue[] {
  const { tokens, source } = goalText;
  return Array.from(source.matchAll(phoneForm)).flatMap(({ index, 0: value }) => {
    const start = tokens.findIndex(({ from }) => from >= index);
    const end = tokens.findLastIndex(({ to }) => to <= index + value.length) + 1;
    if (tokens[start]?.from !== index || end <= start) return [];
    return [{ value, sets: {}, start, end, marked: isMarked(slot, goalText, start) }];
  });
}

/** "Quote 201" and "0201" as Q-0201, by the example in the slot's question. */
function idOf({ prefix = "", ask }: CompiledSlot, { tokens }: GoalText, at: number): string | undefined {
  const text = tokens[at]?.text ?? "";
  const example = Object.values(ask).find((question) => prefix !== "" && question.includes(prefix)) ?? "";
  const digits = /^\d+/.exec(example.slice(example.indexOf(prefix) + prefix.length))?.[0] ?? "";
  const isPadded = text.startsWith("0") && text.length === digits.length;
  const isNamed = hasRole(tokens[at - 1]?.lower ?? "", "document") && text.length < digits.length;
  return /^\d+$/.test(text) && (isPadded || isNamed) ? `${prefix}${text.padStart(digits.length, "0")}` : undefined;
}

function isIdentifier(kind: string, text: string): boolean {
  return kind === "identifier" || (kind === "number" && /^\d+$/.test(text));
}

/** Whether a word that announces the slot stands right before this token. */
function isMarked(slot: CompiledSlot, goalText: GoalText, at: number): boolean {
  return slot.after.some((mark) => mark.length <= at && standsAt(goalText, at - mark.length, mark) === at);
}
