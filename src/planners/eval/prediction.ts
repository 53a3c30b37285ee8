import { z } from "zod";
import { JsonObject } from "../../plan/json.ts";

/** A planner's answer to a case. A reference is the string `{{<call id>.<path>}}`. */
export const Prediction = z.object({
  id: z.string(),
  outcome: z.enum(["plan", "clarify", "none"]),
  calls: z
    .array(
      z.object({ id: z.string(), tool: z.string(), args: JsonObject, depends_on: z.array(z.string()).default([]) }),
    )
    .default([]),
  missing: z.array(z.string()).default([]),
  bad: z.array(z.string()).optional(),
  confidence: z.number().optional(),
  /** Words of the query that the calls do not carry. */
  unaccounted: z.array(z.string()).optional(),
  ms: z.number().optional(),
});
export type Prediction = z.infer<typeof Prediction>;
export type PredictedCall = Prediction["calls"][number];
