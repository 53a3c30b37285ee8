import type { Reading } from "../../language/reading.ts";
import type { JsonObject } from "../../plan/json.ts";
import type { Condition, Iteration } from "../../plan/step.ts";
import type { ToolSpec } from "../../plan/tool-spec.ts";
import type { Lexicon } from "./lexicon.ts";
import type { Observed } from "./rules.ts";

/** One earlier message; a profile or a place comes as a `system` message. */
export type Message = { role: "user" | "assistant" | "system" | "tool"; content: string };

/** Everything planning may depend on. No clock or zone is read from the machine. */
export type GoalInput = {
  goal: string;
  /** The request as it was said, where somebody has read it; `goal` may leave out its politeness. */
  reading?: Reading;
  toolbox: readonly ToolSpec[];
  history?: readonly Message[];
  /** ISO date-time relative words are counted from. */
  now: string;
  /** IANA zone. */
  zone: string;
  locale?: "en" | "ru";
  lexicon?: Lexicon;
  /** A rule that is left out, to see what it is worth. */
  without?: string;
  /** Is told what the confidence of a plan rests on, to fit its weights (`eval/confidence.ts`). */
  observe?: (signs: Observed) => void;
  /** Whether the surface can carry `when` and `forEach`; without them the plan expands or asks. */
  surface?: { conditions: boolean; iteration: boolean };
};

/** One call; a reference to an earlier one is a string `{{id.path}}` in its arguments. */
export type PlannedCall = {
  id: string;
  tool: string;
  args: JsonObject;
  dependsOn: string[];
  when?: Condition | undefined;
  forEach?: Iteration | undefined;
  /** Deterministic scope of the effect key, and one line for the person who approves, where a pack gives them. */
  scope?: string;
  preview?: string;
};

/** A parameter to be asked for. `param` is a dotted path; `ask` the question in a pack's own words. */
export type MissingParameter = {
  tool: string;
  param: string;
  choices: string[];
  why: "absent" | "doubtful" | "bad";
  ask?: { en?: string | undefined; ru?: string | undefined };
};

/** Words of the goal that led to a tool or an argument; offsets into the goal. */
export type Reason = {
  call: string;
  tool: string;
  /** Dotted path of the argument; absent where the words led to the tool itself. */
  param?: string;
  from: number;
  to: number;
  words: string;
};

/** What helps a person whose request was not planned. */
export type Help = {
  /** Only a greeting, thanks, a question for what can be done here, or more requests at once than are planned. */
  talk?: "greeting" | "thanks" | "abilities" | "overlong";
  understood: readonly string[];
  unknown: readonly string[];
  /** What can be said here, in the language of the request. */
  examples: readonly string[];
  /** Which data can be asked for, where something was asked that no tool answers. */
  data?: string;
  /** What was asked for, where it is a kind of records that no tool here has. */
  absent?: string;
};

export type NearTool = { tool: string; score: number };

export type GrammarOutcome =
  /** `answer` is the text that answers a question, with references `{{id.path}}`. */
  (
    | { kind: "plan"; calls: PlannedCall[]; answer?: string }
    | { kind: "clarify"; calls: PlannedCall[]; missing: MissingParameter[]; bad: string[] }
    | { kind: "none"; nearest: NearTool[]; help?: Help }
  ) & {
    /** Calibrated: of answers given with 0.8, about eight in ten are right. */
    confidence: number;
    reasons: Reason[];
    /** The lesson whose rule made the plan. */
    lesson?: string;
  };
