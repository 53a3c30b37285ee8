import { z } from "zod";
import { JsonObject } from "../../plan/json.ts";
import { maxSteps } from "../../plan/plan.ts";

/** A text that says something: white space alone is empty. */
const Text = z.string().regex(/\S/, "must not be empty");

/** A step that needs no tool uses `echo_tool`. */
export const StructuredTool = z.strictObject({ name: Text, args: JsonObject });
export type StructuredTool = z.infer<typeof StructuredTool>;

export const StructuredStep = z.strictObject({
  /** `step_1`, `step_2` and so on, as the steps stand. */
  step_id: Text,
  title: Text,
  description: Text,
  /** Ids of earlier steps. */
  dependencies: z.array(z.string()),
  deliverable: Text,
  acceptance: Text,
  tool: StructuredTool,
});
export type StructuredStep = z.infer<typeof StructuredStep>;

/** The plan object, exactly. What a shape cannot say, `validatePlanPayload` checks. */
export const StructuredPlan = z.strictObject({
  task_summary: Text,
  steps: z.array(StructuredStep).min(1).max(maxSteps),
  assumptions: z.array(z.string()),
  risks: z.array(z.string()),
});
export type StructuredPlan = z.infer<typeof StructuredPlan>;
