import { compact } from "../../plan/compact.ts";
import type { Sentence } from "./clause.ts";
import type { Marks } from "../words/marks.ts";
import type { Token } from "../words/token.ts";

const longLine = 60;

/** Sentences and list items. A line break ends a sentence unless the line was plainly wrapped. */
export function readSentences(source: string, tokens: readonly Token[], marks: Marks): Sentence[] {
  const starts = new Map<number, number | undefined>();
  let [lineStart, markerEnd] = [0, -1];
  for (let at = 0; at < tokens.length; at += 1) {
    const newLine = at === 0 || hasBreak(source, tokens, at);
    const item = newLine ? itemAt(tokens, at) : inlineItem(tokens, at);
    if (item !== undefined) {
      starts.set(at, item.number);
      at = item.end - 1;
      [lineStart, markerEnd] = [at, item.end];
    } else if (
      at === 0 ||
      (marks.stops[at - 1] === true && at !== markerEnd) ||
      (newLine && !isWrapped(source, tokens, { at, lineStart }))
    )
      starts.set(at, undefined);
    if (newLine) lineStart = at;
  }
  return toSentences(source, tokens, [...starts]);
}

function toSentences(
  source: string,
  tokens: readonly Token[],
  starts: readonly (readonly [number, number | undefined])[],
): Sentence[] {
  return starts.flatMap(([begin, item], i): Sentence[] => {
    const end = starts[i + 1]?.[0] ?? tokens.length;
    const start = item === undefined ? begin : (itemAt(tokens, begin)?.end ?? begin + 1);
    const [first, last] = [tokens[start], tokens[end - 1]];
    if (first === undefined || last === undefined || start >= end) return [];
    const next = starts[i + 1]?.[1];
    const heading = next !== undefined && item === undefined;
    const place = { marker: begin, start, end, from: first.from, to: last.to, text: source.slice(first.from, last.to) };
    const asks = tokens.slice(start, end).some(({ text, kind }) => kind === "punctuation" && text.includes("?"));
    return [{ ...place, asks, ...compact({ item, heading: heading || undefined }) }];
  });
}

function hasBreak(source: string, tokens: readonly Token[], at: number): boolean {
  return source.slice(tokens[at - 1]?.to ?? 0, tokens[at]?.from).includes("\n");
}

type Item = { number: number; end: number };

/** "- ", "• ", "1. ", "2) ", "a) " at the start of a line. */
function itemAt(tokens: readonly Token[], at: number): Item | undefined {
  const [first, second, third] = [tokens[at], tokens[at + 1], tokens[at + 2]];
  if (first === undefined || second === undefined) return undefined;
  if (/^[-–—*•·▪◦+]$/.test(first.text) && !second.glued) return { number: 0, end: at + 1 };
  const number = /^\d{1,3}$/.test(first.text) ? Number(first.text) : /^\p{Ll}$/u.test(first.text) ? 1 : undefined;
  const closed = /^[.)]$/.test(second.text) && second.glued && third !== undefined && !third.glued;
  return number !== undefined && closed ? { number, end: at + 2 } : undefined;
}

/** "1) call Ann 2) write to Bob": numbers that count up inside a line. */
function inlineItem(tokens: readonly Token[], at: number): Item | undefined {
  const item = tokens[at]?.kind === "number" ? itemAt(tokens, at) : undefined;
  if (item === undefined || item.number < 1 || item.number > 30) return undefined;
  const closer = tokens[at + 1]?.text;
  const neighbour =
    item.number === 1 ? followed(tokens, at, "2") : item.number > 1 && precededBy(tokens, at, String(item.number - 1));
  return neighbour && (closer === ")" || !/^\p{L}/u.test(tokens[at - 1]?.text ?? "") || item.number > 1)
    ? item
    : undefined;
}

const reach = 80;

function followed(tokens: readonly Token[], at: number, number: string): boolean {
  for (let i = at + 3; i < Math.min(tokens.length, at + reach); i += 1)
    if (tokens[i]?.text === number && tokens[i + 1]?.text === tokens[at + 1]?.text) return true;
  return false;
}

function precededBy(tokens: readonly Token[], at: number, number: string): boolean {
  for (let i = at - 2; i >= Math.max(0, at - reach); i -= 1)
    if (tokens[i]?.text === number && tokens[i + 1]?.text === tokens[at + 1]?.text) return true;
  return false;
}

/** A long line without a stop whose continuation begins in lower case, or one that ends in a comma. */
function isWrapped(
  source: string,
  tokens: readonly Token[],
  { at, lineStart }: { at: number; lineStart: number },
): boolean {
  const [before, token] = [tokens[at - 1], tokens[at]];
  if (before === undefined || token === undefined || token.capital) return false;
  if (/\n\s*\n/.test(source.slice(before.to, token.from))) return false;
  return before.text === "," || before.to - (tokens[lineStart]?.from ?? 0) > longLine;
}
