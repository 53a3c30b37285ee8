import type { Draft } from "../choose/draft.ts";
import type { Sheet } from "../fill/sheet.ts";
import { type Evidence, evidenceOf } from "./evidence.ts";

/** Below this no tool fits. */
export const relevantFrom = 0.42;

/** How likely it is that the goal is one for this tool: a logistic rule over words alone, with rounded weights. */
export function relevance(evidence: Evidence): number {
  const unnamed = evidence.name === 0 ? 0.2 : 0;
  const sum = -1.7 - unnamed + 2.2 * evidence.name + 1.9 * evidence.description + 2.1 * evidence.explained;
  return 1 / (1 + Math.exp(-sum));
}

/** Below this a plan that could be filled is still no answer to the goal. */
export const fittingFrom = 0.56;

/** The same for a whole call, with how well its values fit: words in common and poor values are chance. */
export function fitting(evidence: Evidence): number {
  const words = 2.4 * evidence.name + 1.9 * evidence.description + 0.4 * evidence.explained + 1.2 * evidence.focus;
  const beside = evidence.focus < 0.3 ? 1 : 0;
  const sum = -3.9 + words + 3.1 * evidence.filled - beside;
  return 1 / (1 + Math.exp(-sum));
}

export function fittingOf(sheet: Sheet, drafts: readonly Draft[]): number {
  return Math.max(0, ...drafts.map((draft) => fitting(evidenceOf(sheet, draft))));
}

export function relevanceOf(sheet: Sheet, drafts: readonly Draft[]): number {
  return Math.max(0, ...drafts.map((draft) => relevance(evidenceOf(sheet, draft))));
}
