import type { Token } from "../../../language/words/token.ts";
import { tokenize } from "../../../language/words/tokenize.ts";
import type { Json } from "../../../plan/json.ts";
import type { Lexicon } from "../lexicon.ts";

/** Another name of a value, found in the goal. */
export type AliasHit = { start: number; end: number; value: Json; params: readonly string[]; tools: readonly string[] };

/** Words that mean a tool, found in the goal. */
type PhraseHit = { start: number; end: number; tool: string };

/** Where the words of domain packs occur, in any form of the words. */
export function aliasHits(tokens: readonly Token[], lexicon: Lexicon | undefined): AliasHit[] {
  return (lexicon?.aliases ?? []).flatMap(({ text, value, params, tools }) =>
    placesOf(tokens, text).map(([start, end]) => ({ start, end, value, params: params ?? [], tools: tools ?? [] })),
  );
}

export function phraseHits(tokens: readonly Token[], lexicon: Lexicon | undefined): PhraseHit[] {
  return (lexicon?.phrases ?? []).flatMap(({ text, tool }) =>
    placesOf(tokens, text).map(([start, end]) => ({ start, end, tool })),
  );
}

/** Word to the words of the manifest it may mean, both by stem. */
export function meaningsOf(lexicon: Lexicon | undefined): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const { word, means } of lexicon?.meanings ?? []) {
    const stem = stemsOf(word)[0];
    if (stem !== undefined) found.set(stem, [...(found.get(stem) ?? []), ...means.flatMap((one) => stemsOf(one))]);
  }
  return found;
}

const read = new Map<string, string[]>();

function stemsOf(text: string): string[] {
  const known =
    read.get(text) ??
    tokenize(text)
      .filter((token) => token.kind !== "punctuation")
      .map((token) => token.stem);
  if (read.size < 20_000) read.set(text, known);
  return known;
}

/** Every place where the words are in a row, by stem. */
function placesOf(tokens: readonly Token[], text: string): (readonly [number, number])[] {
  const stems = stemsOf(text);
  const places: (readonly [number, number])[] = [];
  for (let start = 0; stems.length > 0 && start + stems.length <= tokens.length; start += 1)
    if (stems.every((stem, i) => tokens[start + i]?.stem === stem)) places.push([start, start + stems.length]);
  return places;
}
