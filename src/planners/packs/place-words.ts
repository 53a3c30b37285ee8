import { languages } from "../../language/languages.ts";
import { claim, isFree, type Scene } from "./board.ts";
import type { Stems } from "./compiled-pack.ts";
import { standsAt } from "./find-value.ts";

/** Finds one of the alternatives in the text and claims it: as it is written, else misspelt. */
export function placeWords(options: readonly Stems[], scene: Scene): boolean {
  const { heard, board } = scene;
  for (const guess of [false, true])
    for (const option of options)
      for (let at = 0; at < heard.tokens.length; at += 1) {
        const end = guess ? misspelt(option, scene, at) : standsAt(heard, at, option);
        if (end === undefined || !isFree(board, { start: at, end })) continue;
        claim(board, { start: at, end });
        for (let i = at; i < end; i += 1) board.words.push(i);
        board.guessed += Number(guess);
        return true;
      }
  return false;
}

/** One letter away from a long word, and itself no word anybody knows. */
function misspelt(option: Stems, { heard, vocabulary }: Scene, at: number): number | undefined {
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
