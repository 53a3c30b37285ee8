import type { Json } from "../../plan/json.ts";
import examples from "./examples.json" with { type: "json" };

/** The contract describes its shapes without an example; these use every field of it once. */
export const actionsExamples = examples satisfies Record<string, Json>;
