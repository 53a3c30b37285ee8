import type { JsonObject } from "../../plan/json.ts";

/** A structured step before it has a number. */
export type Stage = {
  /** What arguments of later stages call it by; empty where nothing refers to it. */
  key: string;
  /** What the person asked for, in their words. */
  asked: string;
  tool: string;
  args: JsonObject;
  /** The tool that was asked for and is not allowed. */
  downgradedFrom?: string;
  /** Keys of the stages whose results the arguments name. */
  dependsOn: readonly string[];
  /** Makes sense only after the stage before it. */
  follows?: boolean;
  confidence: number;
};

/** A step that needs no tool. */
export function statement(asked: string, confidence = 1): Stage {
  return { key: "", asked, tool: "echo_tool", args: { text: asked }, dependsOn: [], confidence };
}
