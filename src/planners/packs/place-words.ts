import { isOneEdit } from "../../plan/nearest.ts";
import { languages } from "../../language/languages.ts";
import type { Token } from "../../language/words/token.ts";
import { claim, isFree, type Scene } from "./board.ts";
import type { Stems } from "./compiled-pack.ts";
import { standsAt } from "./find-value.ts";
import { type GoalText, isNegated } from "./goal-text.ts";

/** Finds one of the alternatives in the text and claims it: as it is written, else misspelt. */
export function placeWords(options: readonly Stems[], scene: Scene, fits?: (at: number) => boolean): boolean {
  const { goalText, board } = scene;
  if (scene.early === true ? placeEarly(options, scene, fits) : placeInOrder(options, scene, fits)) return true;
  const unknown = unknownWords(scene);
  for (const option of unknown.length === 0 ? [] : options)
    for (const at of unknown)
      if (place({ at, end: misspelt(option, goalText, at), fits }, scene)) {
        board.guessed += 1;
        return true;
      }
  return false;
}

const nowhere: readonly number[] = [];

function placeInOrder(options: readonly Stems[], scene: Scene, fits: WordSlot["fits"]): boolean {
  const { goalText } = scene;
  for (const option of options)
    for (const at of goalText.places.get(option[0] ?? "") ?? nowhere)
      if (place({ at, end: standsAt(goalText, at, option), fits }, scene)) return true;
  return false;
}

function placeEarly(options: readonly Stems[], scene: Scene, fits: WordSlot["fits"]): boolean {
  const { goalText } = scene;
  return options
    .flatMap((option) => (goalText.places.get(option[0] ?? "") ?? nowhere).map((at) => ({ at, option })))
    .toSorted((a, b) => a.at - b.at)
    .some(({ at, option }) => place({ at, end: standsAt(goalText, at, option), fits }, scene));
}

type WordSlot = { at: number; end: number | undefined; fits: ((at: number) => boolean) | undefined };

function place({ at, end, fits }: WordSlot, { goalText, board }: Scene): boolean {
  if (end === undefined || !isFree(board, { start: at, end }) || isNegated(goalText, at)) return false;
  if (fits?.(at) === false) return false;
  claim(board, { start: at, end });
  for (let i = at; i < end; i += 1) board.words.push(i);
  return true;
}

/** Words that neither the pack nor the language knows; a short text has few. */
export function unknownWords({ goalText, vocabulary }: Pick<Scene, "goalText" | "vocabulary">): number[] {
  const known = goalText.unknown.get(vocabulary);
  if (known !== undefined) return known;
  const isUnknown = ({ kind, stem, lang }: Token) =>
    kind === "word" &&
    stem.length > 3 &&
    stem.length < 25 &&
    !vocabulary.has(stem) &&
    languages[lang].meanings(stem).length === 0;
  const found: number[] = [];
  for (const [at, token] of goalText.tokens.entries()) if (found.length < 20 && isUnknown(token)) found.push(at);
  goalText.unknown.set(vocabulary, found);
  return found;
}

/** One letter away from a long word, and itself no word anybody knows. */
function misspelt(option: Stems, goalText: GoalText, at: number): number | undefined {
  const [stem = ""] = option;
  const said = goalText.tokens[at]?.stem ?? "";
  if (option.length !== 1 || stem.length < 5) return undefined;
  return said[0] === stem[0] && isOneEdit(said, stem) ? at + 1 : undefined;
}
