export type {
  GoalInput,
  GrammarOutcome,
  Help,
  Message,
  MissingParameter,
  NearTool,
  PlannedCall,
  Reason,
} from "./goal.ts";
export type { Lexicon } from "./lexicon.ts";
export { planGoal } from "./plan-goal.ts";
