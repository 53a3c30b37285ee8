import type { Json } from "../../plan/json.ts";
import examples from "./examples.json" with { type: "json" };

/** The contract's own examples, and one of each later version. */
export const serviceExamples = examples satisfies Record<string, Json>;
