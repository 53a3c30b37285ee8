import type { Json } from "../../plan/json.ts";
import examples from "./examples.json" with { type: "json" };

/** The contract's own examples; where it names alternatives, one of them. */
export const determinismExamples = examples satisfies Record<string, Json>;
