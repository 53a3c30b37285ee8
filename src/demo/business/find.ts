import { didYouMean } from "../../plan/nearest.ts";
import { ToolError } from "../../tools/tool-error.ts";

/** The record with this id, ignoring letter case, or a `<kind>_not_found` that suggests a close id. */
export function findById<T>(kind: string, id: string, rows: ReadonlyMap<string, T>): T {
  const folded = id.trim().toLowerCase();
  for (const [known, row] of rows) if (known.toLowerCase() === folded) return row;
  throw notFound(kind, id, rows.keys());
}

export function notFound(kind: string, id: string, known: Iterable<string>): ToolError {
  const message = `There is no ${kind.replaceAll("_", " ")} ${id}. ${didYouMean(id, known)}`;
  return new ToolError(`${kind}_not_found`, message.trimEnd());
}

/**
 * Whether every word of the query is the start of a word in one of the texts, in Cyrillic or spelt in Latin letters; an
 * empty query matches all.
 */
export function matches(query: string, texts: readonly (string | undefined)[]): boolean {
  const words = texts.flatMap((text) => wordsOf(text ?? "")).flatMap((word) => [word, inLatin(word)]);
  return wordsOf(query).every((wanted) => words.some((word) => word.startsWith(stemmed(wanted))));
}

const latin: ReadonlyMap<string, string> = new Map(
  "а a б b в v г g д d е e ё e ж zh з z и i й y к k л l м m н n о o п p р r с s т t у u ф f х kh ц ts ч ch ш sh щ shch ы y э e ю yu я ya"
    .split(/ (?=[а-яё])/u)
    .map((pair): [string, string] => [pair.charAt(0), pair.slice(2)]),
);

function inLatin(word: string): string {
  return word.replaceAll(/[а-яё]|[ъь]/gu, (letter) => latin.get(letter) ?? "");
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** Long words lose their ending, so that "подшипников" and "bearings" find what they name. */
function stemmed(word: string): string {
  return word.length < 6 ? word.replace(/s$/, "") : word.slice(0, Math.max(5, word.length - 3));
}
