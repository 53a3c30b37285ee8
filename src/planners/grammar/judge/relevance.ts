import type { Draft } from "../choose/draft.ts";
import type { Sheet } from "../fill/sheet.ts";
import { type Evidence, evidenceOf } from "./evidence.ts";

/** Below this no tool fits. */
export const relevantFrom = 0.42;

/** How likely it is that the goal is one for this tool: a logistic rule over words alone, with rounded weights. */
export function relevance(evidence: Evidence): number {
  const sum = -1.7 + 2.2 * evidence.name + 1.9 * evidence.description + 2.1 * evidence.explained;
  return 1 / (1 + Math.exp(-sum));
}

export function relevanceOf(sheet: Sheet, drafts: readonly Draft[]): number {
  return Math.max(0, ...drafts.map((draft) => relevance(evidenceOf(sheet, draft))));
}
