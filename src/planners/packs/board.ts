import { languages } from "../../language/languages.ts";
import type { Token } from "../../language/words/token.ts";
import type { CompiledPhrase } from "./compiled-pack.ts";
import type { GoalText } from "./goal-text.ts";

/** Which tokens are spoken for. `marks` counts words that only announce a value. */
export type Board = { used: boolean[]; words: number[]; marks: number; guessed: number };

/** A phrase that is being laid over a text. `vocabulary` are words that are not misspellings. */
export type Scene = {
  goalText: GoalText;
  board: Board;
  phrase: CompiledPhrase;
  vocabulary: ReadonlySet<string>;
  /** Words are placed where they stand first in the text, not in the order of the pack. */
  early?: boolean;
};

type Span = { start: number; end: number };

export function createBoard(goalText: GoalText): Board {
  return { used: goalText.tokens.map(() => false), words: [], marks: 0, guessed: 0 };
}

export function isFree({ used }: Board, { start, end }: Span): boolean {
  for (let i = start; i < end; i += 1) if (used[i] === true) return false;
  return true;
}

export function claim(board: Board, { start, end }: Span): void {
  for (let i = start; i < end; i += 1) board.used[i] = true;
}

/** A comma or "и": what follows may be another of the same. */
export function isJoint(token: Token | undefined): boolean {
  return token !== undefined && (token.text === "," || languages[token.lang].conjunctions.has(token.lower));
}

/** A verb one asks with; "звонил" only tells. */
export function opensRequest(token: Token | undefined): boolean {
  if (token === undefined || (token.lang === "ru" && languages.ru.verbForm(token.lower) === "past")) return false;
  return languages[token.lang].requestVerbStems.has(token.stem);
}
