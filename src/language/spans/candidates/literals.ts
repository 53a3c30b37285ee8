import { isJsonObject, type Json } from "../../../plan/json.ts";
import type { Candidate } from "../candidate.ts";
import { type Source, textOf } from "./source.ts";

const pairs: Readonly<Record<string, string>> = { "[": "]", "{": "}", "(": ")" };
const longest = 3_000;

/** JSON written in the text, also with single quotes; number tuples in round brackets. */
export function findLiterals(source: Source): Candidate[] {
  const found: Candidate[] = [];
  for (let start = 0; start < source.tokens.length; start += 1) {
    const open = source.tokens[start]?.text ?? "";
    if (pairs[open] === undefined) continue;
    const end = closing(source, start);
    if (end === 0) continue;
    const value = parse(textOf(source, start, end));
    if (value === undefined) continue;
    found.push({ kind: "json", start, end, text: textOf(source, start, end), value });
    start = end - 1;
  }
  return found;
}

function closing(source: Source, start: number): number {
  let depth = 0;
  for (let i = start; i < source.tokens.length && i < start + 300; i += 1) {
    const text = source.tokens[i]?.text ?? "";
    if (pairs[text] !== undefined) depth += 1;
    else if (text === "]" || text === "}" || text === ")") depth -= 1;
    if (depth === 0) return i + 1;
  }
  return 0;
}

function parse(text: string): Json | undefined {
  if (text.length > longest) return undefined;
  const round = text.startsWith("(");
  if (round && !/^\([-\d.,\s]+\)$/.test(text)) return undefined;
  const tries = [text, text.replaceAll("'", '"'), text.replaceAll("(", "[").replaceAll(")", "]")];
  for (const attempt of tries) {
    try {
      const value: unknown = JSON.parse(attempt);
      if (Array.isArray(value) || isJsonObject(value)) return value as Json; // JSON.parse gives nothing else
    } catch {
      continue;
    }
  }
  return undefined;
}
