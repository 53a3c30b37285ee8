import type { Json } from "../../plan/json.ts";
import { hasRole } from "../../language/words/roles.ts";
import { claim, isFree, isJoint, opensRequest, type Scene } from "./board.ts";
import { type CompiledSlot, isOpenText, isTyped } from "./compiled-pack.ts";
import { type FilledValue, findValues, standsAt } from "./find-value.ts";
import { spanFrom, textValue } from "./free-text.ts";
import { isFunctionWord } from "./goal-text.ts";

/** What was said for each slot of the phrase: known values first, free text from what they leave, then the context. */
export function fillSlots(scene: Scene): Map<string, FilledValue> {
  const { phrase, board } = scene;
  const slots = new Map<string, FilledValue>();
  for (const slot of phrase.order) {
    const filled = isTyped(slot) ? typedValue(slot, scene) : textValue(slot, scene);
    if (filled === undefined) continue;
    claim(board, filled);
    slots.set(slot.name, slot.many ? withOthers(slot, filled, scene) : filled);
  }
  shareMoments(scene, slots);
  for (const slot of phrase.slots) if (slot.inside !== undefined) lookInside(slot, scene, slots);
  fillFromContext(scene, slots);
  return slots;
}

function typedValue(slot: CompiledSlot, scene: Scene): FilledValue | undefined {
  const { goalText, board } = scene;
  const free = findValues(slot, goalText).filter(
    (value) =>
      isFree(board, value) &&
      !isCount(slot, value, scene) &&
      !isWithinText(slot, value, scene) &&
      !isHourOfAnother(slot, value, scene),
  );
  return free.find(({ marked }) => marked) ?? (slot.pick === "last" ? free.at(-1) : free[0]);
}

/** Beside a time slot, a date slot needs a day: "at 14:00" has none. */
function isHourOfAnother({ type }: CompiledSlot, { isClock }: FilledValue, { phrase }: Scene): boolean {
  return type === "date" && isClock === true && phrase.slots.some((slot) => slot.type === "time");
}

/** "On Friday at 14:00" is one expression: a date slot and a time slot share it. */
function shareMoments({ phrase }: Scene, slots: Map<string, FilledValue>): void {
  for (const { name, type } of phrase.slots) {
    if (slots.has(name) || (type !== "date" && type !== "time")) continue;
    const wanted = type === "date" ? "time" : "date";
    const other = phrase.slots.find((slot) => slot.type === wanted && slots.has(slot.name));
    const moment = slots.get(other?.name ?? "");
    const value = moment?.isClock === true && type === "date" ? null : (moment?.sets[type] ?? null);
    if (moment === undefined || value === null) continue;
    slots.set(name, { ...moment, value, end: moment.start });
    if (type === "time" && other !== undefined)
      slots.set(other.name, { ...moment, value: moment.sets["date"] ?? null });
  }
}

/** A bare number before what it counts is no identifier: "3 tasks", "10 %". */
function isCount({ type }: CompiledSlot, { start, end }: FilledValue, { goalText, board, phrase }: Scene): boolean {
  const [before, next] = [goalText.tokens[start - 1], goalText.tokens[end]];
  if (type !== "id" || goalText.tokens[start]?.kind !== "number" || next === undefined) return false;
  // "Write off 2 motors", but "comment on issue 2 …".
  const isParticle = before !== undefined && hasRole(before.lower, "particle") && !board.words.includes(start - 1);
  if (isParticle && next.kind === "word" && !isFunctionWord(next)) return true;
  return next.text === "%" || board.words.includes(end) || phrase.fillers.has(next.stem);
}

/** Somebody named in the text of a request is part of it: who it is for is beside its own words, or last: ", на Тома". */
function isWithinText(
  { type }: CompiledSlot,
  { start, end }: FilledValue,
  { goalText, board, phrase }: Scene,
): boolean {
  if (type !== "person" || !phrase.slots.some(isOpenText)) return false;
  const beside = (from: number, step: 1 | -1): number => {
    let at = from;
    for (let token = goalText.tokens[at]; token?.kind === "word" && isFunctionWord(token); token = goalText.tokens[at])
      at += step;
    return at;
  };
  const [before, after] = [beside(start - 1, -1), beside(end, 1)];
  const isLast = after >= goalText.tokens.length && before < start - 1 && goalText.tokens[before]?.text === ",";
  return !board.words.includes(before) && !board.words.includes(after) && !isLast;
}

/** Members of a coordination behind the first: "кухне, в спальне и на балконе". */
function withOthers(slot: CompiledSlot, first: FilledValue, scene: Scene): FilledValue {
  const { goalText, board } = scene;
  const more: FilledValue[] = [];
  for (let at = first.end; isJoint(goalText.tokens[at]) && !opensRequest(goalText.tokens[at + 1]);) {
    let begin = at + 1;
    for (const mark of slot.after) begin = Math.max(begin, standsAt(goalText, at + 1, mark) ?? 0);
    const typed = isTyped(slot)
      ? findValues(slot, goalText).find(({ start }) => start === begin)
      : spanFrom(slot, scene, begin);
    if (typed === undefined || !isFree(board, typed)) break;
    claim(board, { start: at, end: typed.end });
    more.push(typed);
    at = typed.end;
  }
  return more.length === 0 ? first : { ...first, more };
}

/** A value that the words of another slot give away: the door in "дверь сарая". */
function lookInside(slot: CompiledSlot, { goalText }: Scene, slots: Map<string, FilledValue>): void {
  const host = slots.get(slot.inside ?? "");
  if (host === undefined) return;
  const found = findValues(slot, goalText).find(({ start, end }) => start >= host.start && end <= host.end);
  if (found !== undefined) slots.set(slot.name, { ...found, start: host.start, end: host.start });
}

/** What nobody said may be in the context: the room a speaker is in. */
function fillFromContext({ phrase, goalText }: Scene, slots: Map<string, FilledValue>): void {
  for (const { name, context } of phrase.slots) {
    const value: Json | undefined =
      context === undefined || slots.has(name) ? undefined : goalText.context.get(context);
    if (value !== undefined) slots.set(name, { value, sets: {}, start: 0, end: 0, marked: false });
  }
}
