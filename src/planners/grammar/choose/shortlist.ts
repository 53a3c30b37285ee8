import type { Range } from "../fill/assign.ts";
import type { Sheet } from "../fill/sheet.ts";
import type { ToolIndex } from "../search/tool-index.ts";

const perSegment = 4;
const overall = 8;

/** Tools worth a closer look: the best for the whole goal, and the best for each part of it. */
export function shortlist(
  sheet: Sheet,
  index: ToolIndex,
  segments: readonly Range[],
): { whole: number[]; parts: number[][] } {
  const place = segmentOf(sheet, segments);
  const totals = new Map<number, number>();
  const parts = segments.map(() => new Map<number, number>());
  // Stems that very many tools have only count for tools found by others.
  const common = Math.max(60, index.tools.length * 0.1);
  for (const [stem, places] of sheet.words.byStem) {
    const postings = index.postings.get(stem);
    if (postings === undefined || postings.length > common) continue;
    const rarity = index.rarity(stem);
    const bySegment = strongest(places.map((one) => [place[one.at] ?? 0, one.strength] as const));
    const best = Math.max(...places.map((one) => one.strength));
    for (const posting of postings) {
      raise(totals, posting.tool, best * rarity * posting.weight);
      for (const [segment, strength] of bySegment)
        raise(parts[segment], posting.tool, strength * rarity * posting.weight);
    }
  }
  return { whole: top(totals, overall), parts: parts.map((scores) => top(scores, perSegment)) };
}

function segmentOf(sheet: Sheet, segments: readonly Range[]): number[] {
  const place: number[] = sheet.reading.tokens.map(() => 0);
  for (const [i, segment] of segments.entries()) place.fill(i, segment.from, segment.to);
  return place;
}

function strongest(pairs: readonly (readonly [number, number])[]): Map<number, number> {
  const best = new Map<number, number>();
  for (const [segment, strength] of pairs) best.set(segment, Math.max(best.get(segment) ?? 0, strength));
  return best;
}

function raise(scores: Map<number, number> | undefined, tool: number, by: number): void {
  scores?.set(tool, (scores.get(tool) ?? 0) + by);
}

function top(scores: ReadonlyMap<number, number>, count: number): number[] {
  return [...scores]
    .toSorted(([a, x], [b, y]) => y - x || a - b)
    .slice(0, count)
    .map(([tool]) => tool);
}
