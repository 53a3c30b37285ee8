import { nearest } from "../../plan/nearest.ts";
import { ToolError } from "../../tools/tool-error.ts";

/** The record with this id, letter case aside, or a `<kind>_not_found` that says which id is close. */
export function findById<T>(kind: string, id: string, rows: ReadonlyMap<string, T>): T {
  const folded = id.trim().toLowerCase();
  for (const [known, row] of rows) if (known.toLowerCase() === folded) return row;
  const close = nearest(id, rows.keys());
  const hint = close === undefined ? "" : ` Did you mean ${close}?`;
  throw new ToolError(`${kind}_not_found`, `There is no ${kind.replaceAll("_", " ")} ${id}.${hint}`);
}

/** Whether every word of the query is the start of a word in one of the texts; an empty query matches all. */
export function matches(query: string, texts: readonly (string | undefined)[]): boolean {
  const words = texts.flatMap((text) => wordsOf(text ?? ""));
  return wordsOf(query).every((wanted) => words.some((word) => word.startsWith(stemmed(wanted))));
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** Long words lose their ending, so that "подшипников" and "bearings" find what they name. */
function stemmed(word: string): string {
  return word.length < 6 ? word.replace(/s$/, "") : word.slice(0, Math.max(5, word.length - 3));
}
