import { languages } from "../../language/languages.ts";
import { hasRole } from "../../language/words/roles.ts";
import type { Token } from "../../language/words/token.ts";
import { type Board, claim, isFree, isJoint, opensRequest, type Scene } from "./board.ts";
import type { CompiledPhrase, CompiledSlot } from "./compiled-pack.ts";
import { type FilledValue, standsAt } from "./find-value.ts";
import { type GoalText, isFunctionWord } from "./goal-text.ts";

/** Words nobody has defined: what is behind the announcing word, else the longest stretch that is left. */
export function textValue(slot: CompiledSlot, scene: Scene): FilledValue | undefined {
  const { goalText, board } = scene;
  for (const mark of slot.after)
    for (const at of goalText.places.get(mark[0] ?? "") ?? []) {
      const begin = standsAt(goalText, at, mark);
      if (begin === undefined || !isFree(board, { start: at, end: begin })) continue;
      // Words that only may name a record stand with the request, not within its text.
      if (slot.look === "may" && !board.words.includes(at - 1)) continue;
      const filled = (slot.long ? quotedRest(slot, scene, begin) : undefined) ?? spanFrom(slot, scene, begin);
      if (filled === undefined || (slot.proper === "only" && !isProper(goalText.tokens[filled.start]))) continue;
      claim(board, { start: at, end: filled.start });
      board.marks += filled.start - at;
      return { ...filled, marked: true };
    }
  if (slot.apart) return apartValue(slot, scene);
  if (slot.after.length > 0) return undefined;
  return slot.long ? longText(slot, scene) : longestRun(slot, scene);
}

/** "Kama Steel, kama@steel.example, Perm": the last name alone between commas that is not the first free word. */
function apartValue(slot: CompiledSlot, scene: Scene): FilledValue | undefined {
  const { goalText, board } = scene;
  const { tokens } = goalText;
  const isEdge = (at: number): boolean => tokens[at] === undefined || /^[,;.()]$/.test(tokens[at].text);
  const isFirst = (start: number): boolean =>
    !tokens.slice(0, start).some((token, at) => board.used[at] !== true && !isFunctionWord(token));
  const found = tokens.flatMap((_, start) => {
    const filled = isEdge(start - 1) && start > 0 ? spanFrom(slot, scene, start) : undefined;
    const isName = filled !== undefined && isProper(tokens[filled.start]) && isEdge(filled.end);
    return isName && filled.end - filled.start < 4 && !isFirst(filled.start) ? [filled] : [];
  });
  return found.at(-1);
}

/** All behind a colon: "with the note: sorry for the delay, we ship on Monday." */
function quotedRest(slot: CompiledSlot, { goalText, board }: Scene, colon: number): FilledValue | undefined {
  const { tokens, source } = goalText;
  const [start, end] = [colon + 1, tokens.length];
  if (tokens[colon]?.text !== ":" || start === end || !isFree(board, { start, end })) return undefined;
  return { value: textOf(slot, tokens.slice(start, end), source), sets: {}, start, end, marked: true };
}

/** All that is left behind a colon or, without one, from the first free word on; other values are cut out of it. */
function longText(slot: CompiledSlot, scene: Scene): FilledValue | undefined {
  const { goalText, board, phrase } = scene;
  const rest = beginOfRest(goalText, board);
  const colon = openingColon(scene, rest);
  const begin = colon >= 0 ? colon + 1 : rest;
  const pieces: Token[][] = [[]];
  for (let i = begin; i < goalText.tokens.length; i += 1) {
    const token = goalText.tokens[i];
    if (token !== undefined && board.used[i] !== true) pieces.at(-1)?.push(token);
    else pieces.push([]);
  }
  const said = pieces.filter((piece) => piece.length > 0);
  const kept: Token[][] = [];
  for (const piece of said) {
    const words = trimmed(piece, { phrase, first: kept.length === 0, last: pieces.at(-1) === piece });
    if (words.length > 0) kept.push(words);
  }
  const [first, end] = [kept[0]?.[0], kept.at(-1)?.at(-1)];
  if (first === undefined || end === undefined) return undefined;
  const value = kept.map((piece) => textOf(slot, piece, goalText.source)).join(" ");
  return {
    value,
    sets: {},
    start: goalText.tokens.indexOf(first),
    end: goalText.tokens.indexOf(end) + 1,
    marked: colon >= 0,
  };
}

/** The colon that opens the text. One behind a name that nothing announces and no other slot takes ("Север: меню") is part of it. */
function openingColon({ goalText, board, phrase }: Scene, rest: number): number {
  const colon = goalText.tokens.findIndex((token, i) => token.text === ":" && board.used[i] !== true);
  const first = goalText.tokens[rest];
  const isName =
    rest < colon &&
    first !== undefined &&
    board.used[rest] !== true &&
    !isFunctionWord(first) &&
    !phrase.fillers.has(first.stem) &&
    phrase.slots.filter(({ type, optional }) => type === "text" && !optional).length === 1;
  return isName ? -1 : colon;
}

/** Behind the words that name the request, or before them where nothing is behind. */
function beginOfRest(goalText: GoalText, board: Board): number {
  const first = Math.min(...board.words);
  const behind = Math.max(0, ...board.words.filter((i) => i <= first + 3).map((i) => i + 1));
  const isLeft = (token: Token, i: number) => board.used[i] !== true && !isFunctionWord(token);
  if (goalText.tokens.some((token, i) => i >= behind && isLeft(token, i))) return behind;
  const before = goalText.tokens.filter((token, i) => i < first && isLeft(token, i));
  return before.length > 1 ? 0 : behind;
}

/** Signs at the ends go, and words that announced the value that was cut out. */
function trimmed(piece: readonly Token[], place: { phrase: CompiledPhrase; first: boolean; last: boolean }): Token[] {
  const tokens = [...piece];
  const isSign = (token: Token | undefined) =>
    token !== undefined &&
    (token.kind === "punctuation" || token.kind === "symbol") &&
    !/^[)%‰°₽€$£]$/.test(token.text);
  const isFiller = (token: Token | undefined) => token !== undefined && place.phrase.fillers.has(token.stem);
  const opens = (token: Token | undefined) => isFiller(token) || hasRole(token?.lower ?? "", "to do");
  while (isSign(tokens[0]) || (place.first && opens(tokens[0]))) tokens.shift();
  const closes = (token: Token | undefined) => isLoose(token) || isFiller(token);
  while (isSign(tokens.at(-1)) || (!place.last && closes(tokens.at(-1)))) tokens.pop();
  return tokens;
}

/** The longest stretch of words nobody else claimed; of names, where the slot wants one. */
function longestRun(slot: CompiledSlot, scene: Scene): FilledValue | undefined {
  const runs: FilledValue[] = [];
  for (let at = 0; at < scene.goalText.tokens.length; at += 1) {
    const filled = scene.board.used[at] === true ? undefined : spanFrom(slot, scene, at);
    if (filled === undefined) continue;
    runs.push(filled);
    at = filled.end;
  }
  const names = slot.proper === "no" ? [] : runs.flatMap((run) => jobKeyNames(slot, scene.goalText, run));
  // The first word of a sentence has a capital whatever it is.
  const inside = names.filter(({ start }) => start > 0);
  return longest(inside) ?? longest(names) ?? (slot.proper === "only" ? undefined : longest(runs));
}

function longest(runs: readonly FilledValue[]): FilledValue | undefined {
  let best: FilledValue | undefined;
  for (const run of runs) if (best === undefined || run.end - run.start > best.end - best.start) best = run;
  return best;
}

function jobKeyNames(slot: CompiledSlot, goalText: GoalText, run: FilledValue): FilledValue[] {
  const names: FilledValue[] = [];
  for (let start = run.start; start < run.end; start += 1) {
    let end = start;
    while (end < run.end && isProper(goalText.tokens[end])) end += 1;
    if (end === start) continue;
    // A record's name may go on in small letters: "Север меню".
    if (slot.record !== undefined && goesOn(goalText, end, run.end)) end = run.end;
    names.push({ ...run, start, end, value: textOf(slot, goalText.tokens.slice(start, end), goalText.source) });
    start = end;
  }
  return names;
}

/** Most words a name goes on for in small letters. */
const mostSmall = 2;

/** A verb that tells of the record is not part of its name, nor is a time. */
function goesOn({ dates, tokens }: GoalText, start: number, end: number): boolean {
  const [from, to] = [tokens[start]?.from ?? 0, tokens[end - 1]?.to ?? 0];
  return (
    end - start <= mostSmall &&
    !dates.some((date) => date.from < to && date.to > from) &&
    !tokens.slice(start, end).some(({ lower }) => hasRole(lower, "deed"))
  );
}

/** Free text from a token on, up to a stop, a claimed word or the announcement of another slot. */
export function spanFrom(
  slot: CompiledSlot,
  { goalText, board, phrase }: Scene,
  begin: number,
): FilledValue | undefined {
  let start = begin;
  const skips = (token: Token | undefined) =>
    token !== undefined && (slot.skip.has(token.stem) || phrase.fillers.has(token.stem) || isFunctionWord(token));
  // A message begins with the first of its words.
  const opens = slot.long ? (token: Token | undefined) => hasRole(token?.lower ?? "", "saying") : skips;
  while (start < goalText.tokens.length && board.used[start] !== true && opens(goalText.tokens[start])) start += 1;
  let end = start;
  while (end < goalText.tokens.length && board.used[end] !== true && !endsText(goalText, end, { start, phrase, slot }))
    end += 1;
  // "Nord Plus": a capital letter makes a word part of the name.
  while (end > start && skips(goalText.tokens[end - 1]) && goalText.tokens[end - 1]?.capital !== true) end -= 1;
  const words = goalText.tokens.slice(start, end);
  if (end === start || words.some(({ stem }) => slot.never.has(stem))) return undefined;
  return {
    value: textOf(slot, goalText.tokens.slice(start, end), goalText.source),
    sets: {},
    start,
    end,
    marked: false,
  };
}

function isProper(token: Token | undefined): boolean {
  if (token === undefined || isFunctionWord(token)) return false;
  return token.capital || token.kind === "quoted" || token.kind === "identifier" || token.lang === "en";
}

type TextPlace = { start: number; phrase: CompiledPhrase; slot: CompiledSlot };

/** A sentence end, or a word that announces another slot of the phrase. */
function endsText(goalText: GoalText, at: number, { start, phrase, slot }: TextPlace): boolean {
  const token = goalText.tokens[at];
  if (token === undefined || (/^[.!?;,:…]+$/.test(token.text) && !isInName(token, { start, phrase, slot })))
    return true;
  if (at === start) return false;
  // A name in quotes ends with them.
  if (slot.proper !== "no" && goalText.tokens[start]?.kind === "quoted") return true;
  if (isJoint(token) && (slot.many || opensRequest(goalText.tokens[at + 1]))) return true;
  return phrase.slots.some(
    (other) =>
      other.name !== slot.name &&
      other.after.some((mark) => mark.length > 0 && standsAt(goalText, at, mark) !== undefined),
  );
}

/** Records have colons in their names: "Север: сайт". Where text may follow, a colon opens it. */
function isInName({ text, glued }: Token, { phrase, slot }: TextPlace): boolean {
  return text === ":" && glued && slot.record !== undefined && !phrase.slots.some(({ long }) => long);
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
