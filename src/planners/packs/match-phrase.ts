import type { Json, JsonObject } from "../../plan/json.ts";
import { languages } from "../../language/languages.ts";
import type { Token } from "../../language/token.ts";
import { type CompiledPhrase, type CompiledSlot, ruleOutKey, type Stems } from "./compiled-pack.ts";
import { type Filled, findValues, standsAt } from "./find-value.ts";
import { type Heard, isFunctionWord } from "./heard.ts";

export type PhraseMatch = {
  phrase: CompiledPhrase;
  slots: ReadonlyMap<string, Filled>;
  missing: readonly CompiledSlot[];
  /** Words that were asked for and found, as tokens. */
  words: readonly number[];
  /** Content words that the phrase does not account for. */
  unexplained: number;
  /** How much of the text the phrase accounts for; free text counts for less than a known word. */
  explained: number;
  /** A word was taken for a misspelling of another. */
  guessed: number;
};

/** Which tokens are spoken for. `marks` counts words that only announce a value. */
type Board = { used: boolean[]; words: number[]; marks: number; guessed: number };

/** Lays a phrase over a text. Undefined where a word the phrase needs is not there. */
export function matchPhrase(
  phrase: CompiledPhrase,
  heard: Heard,
  vocabulary: ReadonlySet<string>,
): PhraseMatch | undefined {
  if (heard.tokens.some((token) => phrase.unless.has(ruleOutKey(token)))) return undefined;
  const board: Board = { used: heard.tokens.map(() => false), words: [], marks: 0, guessed: 0 };
  for (const { options, optional } of phrase.words)
    if (!placeWords(options, heard, board, vocabulary) && !optional) return undefined;
  const slots = new Map<string, Filled>();
  const order = [
    ...phrase.slots.filter((slot) => isTyped(slot) && slot.inside === undefined),
    ...phrase.slots.filter((slot) => !isTyped(slot)).toSorted(markedFirst),
  ];
  for (const slot of order) {
    const filled = isTyped(slot) ? typedValue(slot, heard, board) : textValue(slot, { heard, board, phrase });
    if (filled === undefined) continue;
    claim(board, filled);
    slots.set(slot.name, slot.many ? withOthers(slot, filled, { heard, board, phrase }) : filled);
  }
  for (const slot of phrase.slots) if (slot.inside !== undefined) lookInside(slot, heard, slots);
  fillFromContext(phrase, heard, slots);
  return measured(phrase, heard, { board, slots });
}

function claim(board: Board, { start, end }: { start: number; end: number }): void {
  for (let i = start; i < end; i += 1) board.used[i] = true;
}

/** Members of a coordination behind the first: "кухне, в спальне и на балконе". */
function withOthers(slot: CompiledSlot, first: Filled, scene: Scene): Filled {
  const { heard, board } = scene;
  const more: Filled[] = [];
  for (let at = first.end; isJoint(heard.tokens[at]) && !opensRequest(heard.tokens[at + 1]);) {
    let begin = at + 1;
    for (const mark of slot.after) begin = Math.max(begin, standsAt(heard, at + 1, mark) ?? 0);
    const typed = isTyped(slot)
      ? findValues(slot, heard).find(({ start }) => start === begin)
      : spanFrom(slot, scene, begin);
    if (typed === undefined || board.used.slice(typed.start, typed.end).some(Boolean)) break;
    claim(board, { start: at, end: typed.end });
    more.push(typed);
    at = typed.end;
  }
  return more.length === 0 ? first : { ...first, more };
}

function contentWords(heard: Heard, start: number, end: number): number {
  return heard.tokens.slice(start, end).filter((token) => !isFunctionWord(token)).length;
}

function isJoint(token: Token | undefined): boolean {
  return token !== undefined && (token.text === "," || languages[token.lang].conjunctions.has(token.lower));
}

function isTyped(slot: CompiledSlot): boolean {
  return slot.type !== "text";
}

/** Slots with a word that announces them take their words before those without, long ones before short. */
function markedFirst(a: CompiledSlot, b: CompiledSlot): number {
  return Number(a.after.length === 0) - Number(b.after.length === 0) || Number(b.long) - Number(a.long);
}

function placeWords(options: readonly Stems[], heard: Heard, board: Board, vocabulary: ReadonlySet<string>): boolean {
  for (const guess of [false, true])
    for (const option of options)
      for (let at = 0; at < heard.tokens.length; at += 1) {
        const end = guess ? misspelt(option, heard, at, vocabulary) : standsAt(heard, at, option);
        if (end === undefined || board.used.slice(at, end).some(Boolean)) continue;
        for (let i = at; i < end; i += 1) {
          board.used[i] = true;
          board.words.push(i);
        }
        board.guessed += Number(guess);
        return true;
      }
  return false;
}

/** One letter away from a long word, and itself no word anybody knows. */
// oxlint-disable-next-line max-params -- four plain values, one caller
function misspelt(option: Stems, heard: Heard, at: number, vocabulary: ReadonlySet<string>): number | undefined {
  const [stem = ""] = option;
  const token = heard.tokens[at];
  if (option.length !== 1 || stem.length < 5 || token === undefined || token.kind !== "word") return undefined;
  const known = vocabulary.has(token.stem) || languages[token.lang].meanings(token.stem).length > 0;
  return !known && token.stem[0] === stem[0] && oneEditApart(token.stem, stem) ? at + 1 : undefined;
}

function oneEditApart(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1 || a === b) return false;
  let i = 0;
  while (i < a.length && a[i] === b[i]) i += 1;
  const swapped = a.slice(0, i) + (a[i + 1] ?? "") + (a[i] ?? "") + a.slice(i + 2);
  return (
    a.slice(i + 1) === b.slice(i + 1) || a.slice(i + 1) === b.slice(i) || a.slice(i) === b.slice(i + 1) || swapped === b
  );
}

function typedValue(slot: CompiledSlot, heard: Heard, board: Board): Filled | undefined {
  const free = findValues(slot, heard).filter(({ start, end }) => !board.used.slice(start, end).some(Boolean));
  return free.find(({ marked }) => marked) ?? (slot.pick === "last" ? free.at(-1) : free[0]);
}

/** A value that the words of another slot give away: the door in "дверь сарая". */
function lookInside(slot: CompiledSlot, heard: Heard, slots: Map<string, Filled>): void {
  const host = slots.get(slot.inside ?? "");
  if (host === undefined) return;
  const found = findValues(slot, heard).find(({ start, end }) => start >= host.start && end <= host.end);
  if (found !== undefined) slots.set(slot.name, { ...found, start: host.start, end: host.start });
}

type Scene = { heard: Heard; board: Board; phrase: CompiledPhrase };

function textValue(slot: CompiledSlot, scene: Scene): Filled | undefined {
  const { heard, board } = scene;
  for (const mark of slot.after)
    for (let at = 0; at < heard.tokens.length; at += 1) {
      const begin = standsAt(heard, at, mark);
      if (begin === undefined || board.used.slice(at, begin).some(Boolean)) continue;
      const filled = spanFrom(slot, scene, begin);
      if (filled === undefined) continue;
      claim(board, { start: at, end: filled.start });
      board.marks += filled.start - at;
      return { ...filled, marked: true };
    }
  if (slot.after.length > 0) return undefined;
  return slot.long ? longText(slot, scene) : longestRun(slot, scene);
}

/** All that is left behind a colon or, without one, from the first free word on; other values are cut out of it. */
function longText(slot: CompiledSlot, { heard, board, phrase }: Scene): Filled | undefined {
  const colon = heard.tokens.findIndex((token, i) => token.text === ":" && board.used[i] !== true);
  const last =
    board.words.length === 0 || colon >= 0
      ? colon
      : Math.max(...board.words.filter((i) => i <= (board.words[0] ?? 0) + 3));
  const pieces: Token[][] = [[]];
  for (let i = last + 1; i < heard.tokens.length; i += 1) {
    const token = heard.tokens[i];
    if (token !== undefined && board.used[i] !== true) pieces.at(-1)?.push(token);
    else pieces.push([]);
  }
  const kept = pieces
    .map((piece, i) => trimmed(piece, { phrase, first: i === 0, last: i === pieces.length - 1 }))
    .filter((piece) => piece.length > 0);
  const [first, end] = [kept[0]?.[0], kept.at(-1)?.at(-1)];
  if (first === undefined || end === undefined) return undefined;
  const value = kept.map((piece) => textOf(slot, piece, heard.source)).join(" ");
  return {
    value,
    sets: {},
    start: heard.tokens.indexOf(first),
    end: heard.tokens.indexOf(end) + 1,
    marked: colon >= 0,
  };
}

/** Signs at the ends go, and words that announced the value that was cut out. */
function trimmed(piece: readonly Token[], place: { phrase: CompiledPhrase; first: boolean; last: boolean }): Token[] {
  const tokens = [...piece];
  const isSign = (token: Token | undefined) =>
    token !== undefined && (token.kind === "punctuation" || token.kind === "symbol") && token.text !== ")";
  const isFiller = (token: Token | undefined) => token !== undefined && place.phrase.fillers.has(token.stem);
  while (isSign(tokens[0]) || (place.first && isFiller(tokens[0]))) tokens.shift();
  while (isSign(tokens.at(-1)) || (!place.last && isLoose(tokens.at(-1)))) tokens.pop();
  return tokens;
}

/** The longest stretch of words nobody else claimed. */
function longestRun(slot: CompiledSlot, scene: Scene): Filled | undefined {
  let best: Filled | undefined;
  for (let at = 0; at < scene.heard.tokens.length; at += 1) {
    if (scene.board.used[at] === true) continue;
    const filled = spanFrom(slot, scene, at);
    if (filled === undefined) continue;
    if (best === undefined || filled.end - filled.start > best.end - best.start) best = filled;
    at = filled.end;
  }
  return best;
}

function spanFrom(slot: CompiledSlot, { heard, board, phrase }: Scene, begin: number): Filled | undefined {
  let start = begin;
  const skips = (token: Token | undefined) =>
    token !== undefined && (slot.skip.has(token.stem) || phrase.fillers.has(token.stem) || isFunctionWord(token));
  while (start < heard.tokens.length && board.used[start] !== true && skips(heard.tokens[start])) start += 1;
  let end = start;
  while (end < heard.tokens.length && board.used[end] !== true && !endsText(heard, end, { start, phrase, slot }))
    end += 1;
  while (end > start && skips(heard.tokens[end - 1])) end -= 1;
  const words = heard.tokens.slice(start, end);
  if (end === start || words.some(({ stem }) => slot.never.has(stem))) return undefined;
  return { value: textOf(slot, heard.tokens.slice(start, end), heard.source), sets: {}, start, end, marked: false };
}

type TextPlace = { start: number; phrase: CompiledPhrase; slot: CompiledSlot };

/** A sentence end, or a word that announces another slot of the phrase. */
function endsText(heard: Heard, at: number, { start, phrase, slot }: TextPlace): boolean {
  const token = heard.tokens[at];
  if (token === undefined || /^[.!?;,:…]+$/.test(token.text)) return true;
  if (at === start) return false;
  if (isJoint(token) && (slot.many || opensRequest(heard.tokens[at + 1]))) return true;
  return phrase.slots.some(
    (other) =>
      other.name !== slot.name &&
      other.after.some((mark) => mark.length > 0 && standsAt(heard, at, mark) !== undefined),
  );
}

function opensRequest(token: Token | undefined): boolean {
  return token !== undefined && languages[token.lang].requestVerbStems.has(token.stem);
}

/** Function words at the end of free text belong to what follows. */
function isLoose(token: Token | undefined): boolean {
  return token !== undefined && isFunctionWord(token);
}

function textOf(slot: CompiledSlot, tokens: readonly Token[], source: string): string {
  const [first, last] = [tokens[0], tokens.at(-1)];
  if (first === undefined || last === undefined) return "";
  if (tokens.length === 1 && first.kind === "quoted") return first.text.slice(1, -1).trim();
  if (slot.form === "nominative") return languages[first.lang].normalForm(tokens);
  return source.slice(first.from, last.to);
}

/** What nobody said may stand in the context: the room a speaker is in. */
function fillFromContext(phrase: CompiledPhrase, heard: Heard, slots: Map<string, Filled>): void {
  for (const { name, context } of phrase.slots) {
    const value: Json | undefined = context === undefined || slots.has(name) ? undefined : heard.context.get(context);
    if (value !== undefined) slots.set(name, { value, sets: {} satisfies JsonObject, start: 0, end: 0, marked: false });
  }
}

function measured(
  phrase: CompiledPhrase,
  heard: Heard,
  { board, slots }: { board: Board; slots: Map<string, Filled> },
): PhraseMatch {
  const missing = phrase.slots.filter((slot) => !slot.optional && !slots.has(slot.name));
  const isNoise = (token: Token) => isFunctionWord(token) || phrase.fillers.has(token.stem);
  const unexplained = heard.tokens.filter((token, i) => board.used[i] !== true && !isNoise(token)).length;
  const typed = new Map(phrase.slots.map((slot) => [slot.name, isTyped(slot)]));
  const fillers = heard.tokens.filter((token, i) => board.used[i] !== true && phrase.fillers.has(token.stem)).length;
  let explained = board.words.length + 0.6 * (board.marks + fillers);
  for (const [name, filled] of slots)
    for (const { start, end } of [filled, ...(filled.more ?? [])])
      explained += typed.get(name) === true ? end - start : 0.5 * contentWords(heard, start, end);
  return { phrase, slots, missing, words: board.words, unexplained, explained, guessed: board.guessed };
}
