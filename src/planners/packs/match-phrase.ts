import { createBoard, type Scene } from "./board.ts";
import { type CompiledPhrase, type CompiledSlot, isOpenText, isTyped } from "./compiled-pack.ts";
import { fillSlots } from "./fill-slots.ts";
import type { FilledValue } from "./find-value.ts";
import { type GoalText, isFunctionWord } from "./goal-text.ts";
import { placeWords, unknownWords } from "./place-words.ts";

export type PhraseMatch = {
  phrase: CompiledPhrase;
  slots: ReadonlyMap<string, FilledValue>;
  missing: readonly CompiledSlot[];
  /** Slots that mean what an earlier request of the text named or makes: "submit it". */
  back?: readonly CompiledSlot[];
  /** Words that were asked for and found, as tokens. */
  words: readonly number[];
  /** Words that mean nothing in this request, as tokens. */
  fillers: readonly number[];
  /** Content words that the phrase does not account for. */
  unexplained: number;
  /** How much of the text the phrase accounts for; free text counts for less than a known word. */
  explained: number;
  /** A word was taken for a misspelling of another. */
  guessed: number;
};

/** Lays a phrase over a text. Undefined where a word the phrase needs is not there. */
export function matchPhrase(
  phrase: CompiledPhrase,
  goalText: GoalText,
  vocabulary: ReadonlySet<string>,
): PhraseMatch | undefined {
  if (lacksWord(phrase, goalText, vocabulary)) return undefined;
  if (phrase.unless.size > 0 && !phrase.unless.isDisjointFrom(goalText.keys())) return undefined;
  const found = lay({ goalText, phrase, vocabulary, board: createBoard(goalText) });
  // "Поставь задачу сделать меню": the verb of the text may be one of the phrase's, too.
  return found === "torn"
    ? whole(lay({ goalText, phrase, vocabulary, board: createBoard(goalText), early: true }))
    : found;
}

function whole(found: PhraseMatch | "torn" | undefined): PhraseMatch | undefined {
  return found === "torn" ? undefined : found;
}

function lay(scene: Scene): PhraseMatch | "torn" | undefined {
  const { phrase } = scene;
  for (const { options, optional } of phrase.words) if (!optional && !placeWords(options, scene)) return undefined;
  for (const { options, optional } of phrase.words) if (optional) placeWords(options, scene, standsBeside(scene));
  const slots = fillSlots(scene);
  if (isTornApart(scene, slots)) return "torn";
  return isOutOfPlace(scene, slots) || lacksPerson(phrase, slots) ? undefined : measured(scene, slots);
}

/** Free text on both sides of a word that names the request: the word is part of the text. */
function isTornApart({ goalText, phrase, board }: Scene, slots: ReadonlyMap<string, FilledValue>): boolean {
  const text = slots.get(phrase.slots.find((slot) => isOpenText(slot) && slots.has(slot.name))?.name ?? "");
  if (text === undefined) return false;
  const [first, last] = [Math.min(...board.words), Math.max(...board.words)];
  if (text.end <= last) return false;
  return goalText.tokens
    .slice(first, last)
    .some((token, i) => board.used[first + i] !== true && !isFunctionWord(token) && !phrase.fillers.has(token.stem));
}

/** Who is meant is never asked: other phrases fit where nobody is named. */
function lacksPerson({ slots: wanted }: CompiledPhrase, slots: ReadonlyMap<string, FilledValue>): boolean {
  return wanted.some(({ type, optional, name }) => type === "person" && !optional && !slots.has(name));
}

/**
 * A phrase with free text that is not one here: a bare noun that does not open the request ("close the menu task"), or
 * several of it without a list of them ("задачи Дарьи").
 */
function isOutOfPlace({ goalText, phrase, board }: Scene, slots: ReadonlyMap<string, FilledValue>): boolean {
  const text = phrase.slots.find((slot) => isOpenText(slot) && slots.has(slot.name));
  if (text === undefined) return false;
  const named = board.words.map((at) => goalText.tokens[at]?.lower ?? "");
  const isList = goalText.tokens.some((token) => token.text === ":");
  if (!isList && named.some((word) => text.list.includes(word))) return true;
  if (phrase.words.length > 1 || phrase.slots.some(({ long, optional }) => !long && !optional)) return false;
  return goalText.tokens
    .slice(0, Math.min(...board.words))
    .some((token, at) => !isFunctionWord(token) && !phrase.fillers.has(token.stem) && !isOther(at));

  function isOther(at: number): boolean {
    const others = [...slots].flatMap(([name, filled]) => (name === text?.name ? [] : [filled]));
    return others.some(({ start, end }) => at >= start && at < end);
  }
}

/** Where free text follows, an optional word is the phrase's own only beside its other words: not the new of "task: buy a new laptop". */
function standsBeside({ phrase, goalText, board }: Scene): ((at: number) => boolean) | undefined {
  if (!phrase.slots.some(isOpenText)) return undefined;
  const isNext = (at: number, step: 1 | -1): boolean => {
    let next = at + step;
    for (let token = goalText.tokens[next]; token && isFunctionWord(token); token = goalText.tokens[next]) next += step;
    return board.words.includes(next);
  };
  return (at) => isNext(at, 1) || isNext(at, -1);
}

/** Most phrases are ruled out by a word that the text does not have, and has no word that could be a misspelling of. */
function lacksWord({ needs }: CompiledPhrase, goalText: GoalText, vocabulary: ReadonlySet<string>): boolean {
  const isLacking = needs.some((starts) => !starts.some((stem) => goalText.places.has(stem)));
  return isLacking && unknownWords({ goalText, vocabulary }).length === 0;
}

function measured({ phrase, goalText, board }: Scene, slots: ReadonlyMap<string, FilledValue>): PhraseMatch {
  const missing = phrase.slots.filter((slot) => !slot.optional && !slots.has(slot.name));
  let unexplained = 0;
  const fillers: number[] = [];
  for (const [i, token] of goalText.tokens.entries()) {
    if (board.used[i] === true) continue;
    if (phrase.fillers.has(token.stem)) fillers.push(i);
    else if (!isFunctionWord(token)) unexplained += 1;
  }
  let explained = board.words.length + 0.6 * (board.marks + fillers.length);
  for (const [name, filled] of slots) {
    const typed = phrase.slots.findLast((slot) => slot.name === name);
    for (const { start, end } of [filled, ...(filled.more ?? [])])
      explained += typed !== undefined && isTyped(typed) ? end - start : 0.5 * contentWords(goalText, start, end);
  }
  return { phrase, slots, missing, words: board.words, fillers, unexplained, explained, guessed: board.guessed };
}

function contentWords(goalText: GoalText, start: number, end: number): number {
  let count = 0;
  for (let at = start; at < end; at += 1) {
    const token = goalText.tokens[at];
    if (token !== undefined && !isFunctionWord(token)) count += 1;
  }
  return count;
}
