import type { GoalInput, GrammarOutcome } from "./goal.ts";

/** Goal and toolbox to a plan, a clarification or "no suitable tool". Pure: the same input gives the same bytes. */
export function planGoal(_input: GoalInput): GrammarOutcome {
  return { kind: "none", nearest: [], confidence: 0, reasons: [] };
}
