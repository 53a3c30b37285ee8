import type { JsonObject } from "../../plan/json.ts";

/** A structured step before numbering. */
export type Stage = {
  /** The name later stages refer to; empty where nothing does. */
  key: string;
  /** The request, as typed. */
  asked: string;
  tool: string;
  args: JsonObject;
  /** The arguments are written out in the request. */
  explicit?: boolean;
  /** The requested tool that is not allowed. */
  downgradedFrom?: string;
  /** Keys of the stages whose results the arguments use. */
  dependsOn: readonly string[];
  /** Depends on the previous stage. */
  follows?: boolean;
  confidence: number;
};

/** A step that needs no tool. */
export function statement(asked: string, confidence = 1): Stage {
  return { key: "", asked, tool: "echo_tool", args: { text: asked }, dependsOn: [], confidence };
}
