import type { ToolSpec } from "../../../plan/tool-spec.ts";
import type { GoalInput } from "../goal.ts";
import { readGoal } from "../read-goal.ts";
import { toolIndexOf } from "./tool-index.ts";

/** The tools whose words the goal shares, the best first; tools it shares no word with are not among them. */
export function rankTools(input: GoalInput, most: number): ToolSpec[] {
  const index = toolIndexOf(input.toolbox);
  const { sheet } = readGoal(input);
  const scores = new Map<number, number>();
  for (const [stem, places] of sheet.words.byStem) {
    const best = Math.max(...places.map(({ strength }) => strength));
    for (const { tool, weight } of index.postings.get(stem) ?? [])
      scores.set(tool, (scores.get(tool) ?? 0) + best * index.rarity(stem) * weight);
  }
  return [...scores]
    .toSorted(([a, x], [b, y]) => y - x || a - b)
    .slice(0, most)
    .flatMap(([at]) => index.tools[at]?.spec ?? []);
}
