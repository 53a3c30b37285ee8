import type { TermExtractor } from "../../ports/knowledge.ts";
import { wordSpans } from "./terms.ts";

const width = 240;

/** The part of a passage with the most different terms of the query close together, cut at words. */
export function snippetOf(text: string, query: string, terms: TermExtractor): string {
  if (text.length <= width) return oneLine(text);
  const wanted = new Set(terms(query));
  const found = wordSpans(text).flatMap(({ word, at, end }) => {
    const [term] = terms(word);
    return term !== undefined && wanted.has(term) ? [{ term, at, end }] : [];
  });
  let best = { start: 0, count: 0 };
  for (const { at } of found) {
    const within = found.filter((hit) => hit.at >= at && hit.end <= at + width);
    const count = new Set(within.map((hit) => hit.term)).size;
    if (count > best.count) best = { start: at, count };
  }
  return window(text, best.start);
}

/** Starts shortly before the first hit, for context. */
function window(text: string, hit: number): string {
  const wish = Math.max(0, Math.min(hit - 40, text.length - width));
  const start = wish === 0 ? 0 : nextWord(text, wish, hit);
  const wishedEnd = Math.min(text.length, start + width);
  const space = wishedEnd === text.length ? -1 : text.lastIndexOf(" ", wishedEnd);
  const end = space > start + width / 2 ? space : wishedEnd;
  return `${start > 0 ? "…" : ""}${oneLine(text.slice(start, end))}${end < text.length ? "…" : ""}`;
}

function nextWord(text: string, from: number, limit: number): number {
  const space = text.indexOf(" ", from);
  return space === -1 || space >= limit ? Math.min(from, limit) : space + 1;
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}
