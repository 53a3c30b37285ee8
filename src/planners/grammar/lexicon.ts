import type { Json, JsonObject } from "../../plan/json.ts";

/** What domain packs add to the planner, in the planner's own terms. */
export type Lexicon = {
  /** Ways of saying an intent. A word in braces is a slot: "set {name} to {temperature} degrees". */
  phrases: readonly { text: string; tool: string; args?: JsonObject }[];
  /** Other names of a value, for the named parameters or for any. */
  aliases: readonly { text: string; value: Json; params?: readonly string[]; tools?: readonly string[] }[];
  /** Words that mean a word of the manifest: "смета" means "quote". */
  meanings: readonly { word: string; means: readonly string[] }[];
};
