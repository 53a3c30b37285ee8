export type { GoalInput, GrammarOutcome, Message, MissingParameter, NearTool, PlannedCall, Reason } from "./goal.ts";
export type { Lexicon } from "./lexicon.ts";
export { planGoal } from "./plan-goal.ts";
