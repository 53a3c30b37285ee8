import type { Candidate } from "../candidate.ts";
import { asWritten, type Source, textOf } from "./source.ts";

const part = /^(?:[a-z]|[-+*/^=()²³]|\*\*|pi|sin|cos|tan|exp|log|ln|sqrt|lambda|dx)$/i;

/** Formulas: "3x^2 + 2x - 4", "y = sin(x)". */
export function findExpressions(source: Source): Candidate[] {
  const found: Candidate[] = [];
  for (let start = 0; start < source.tokens.length; start += 1) {
    let end = start;
    while (end < source.tokens.length && belongs(source, end)) end += 1;
    if (end - start < 3) {
      start = Math.max(start, end);
      continue;
    }
    const trimmed = trim(source, start, end);
    const text = textOf(source, trimmed.start, trimmed.end);
    if (/[a-z]/i.test(text) && /[-+*/^=²³(]/.test(text) && trimmed.end - trimmed.start >= 3) {
      found.push(asWritten(source, "expression", trimmed));
      const equals = source.tokens.findIndex(
        (token, i) => i > trimmed.start && i < trimmed.end - 1 && token.text === "=",
      );
      if (equals > 0 && equals <= trimmed.start + 4) {
        const right = textOf(source, equals + 1, trimmed.end);
        if (/^[-\d.\s]+$/.test(right)) found.pop();
        else found.push(asWritten(source, "expression", { start: equals + 1, end: trimmed.end }));
      }
    }
    start = end;
  }
  return found;
}

function belongs(source: Source, at: number): boolean {
  const token = source.tokens[at];
  if (token === undefined) return false;
  if (token.kind === "number") return true;
  if (token.kind === "identifier") return /^\d*[a-z]\d*$/i.test(token.text);
  if (token.lower === "a" || token.lower === "i") return token.glued || source.tokens[at + 1]?.glued === true;
  return part.test(token.text);
}

function trim(source: Source, start: number, end: number): { start: number; end: number } {
  let [from, to] = [start, end];
  while (from < to && /^[-+*/^=)]$/.test(source.tokens[from]?.text ?? "")) from += 1;
  while (to > from && /^[-+*/^=(]$/.test(source.tokens[to - 1]?.text ?? "")) to -= 1;
  return { start: from, end: to };
}
