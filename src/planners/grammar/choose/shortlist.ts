import type { Sheet } from "../fill/sheet.ts";
import type { ToolIndex } from "../search/tool-index.ts";

const shortest = 8;

/** Tools worth a closer look, best first. Stems that very many tools have only count for tools found by others. */
export function shortlist(sheet: Sheet, index: ToolIndex): number[] {
  const common = Math.max(60, index.tools.length * 0.1);
  const scores = new Map<number, number>();
  for (const [stem, places] of sheet.words.byStem) {
    const postings = index.postings.get(stem);
    if (postings === undefined || postings.length > common) continue;
    const strength = Math.max(...places.map((place) => place.strength));
    const weight = strength * index.rarity(stem);
    for (const posting of postings) scores.set(posting.tool, (scores.get(posting.tool) ?? 0) + weight * posting.weight);
  }
  return [...scores]
    .toSorted(([a, x], [b, y]) => y - x || a - b)
    .slice(0, shortest)
    .map(([tool]) => tool);
}
