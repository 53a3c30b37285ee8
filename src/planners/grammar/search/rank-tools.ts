import type { ToolSpec } from "../../../plan/tool-spec.ts";
import type { Sheet } from "../fill/sheet.ts";
import type { GoalInput } from "../goal.ts";
import type { ToolProfile } from "../profile/tool-profile.ts";
import { readGoal } from "../read-goal.ts";
import { type ToolIndex, toolIndexOf } from "./tool-index.ts";

/** The tools whose words the goal shares, the best first; tools it shares no word with are not among them. */
export function rankTools(input: GoalInput, most: number): ToolSpec[] {
  return nearTools(readGoal(input).sheet, toolIndexOf(input.toolbox), most).map(({ spec }) => spec);
}

/** The same for a goal that was read. */
export function nearTools(sheet: Sheet, index: ToolIndex, most: number): ToolProfile[] {
  const scores = new Map<number, number>();
  for (const [stem, places] of sheet.words.byStem) {
    const best = Math.max(...places.map(({ strength }) => strength));
    for (const { tool, weight } of index.postings.get(stem) ?? [])
      scores.set(tool, (scores.get(tool) ?? 0) + best * index.rarity(stem) * weight);
  }
  return [...scores]
    .toSorted(([a, x], [b, y]) => y - x || a - b)
    .slice(0, most)
    .flatMap(([at]) => index.tools[at] ?? []);
}
