import { z } from "zod";
import { JsonObject } from "../../plan/json.ts";
import { maxSteps } from "../../plan/plan.ts";

/** Non-empty text: white space alone is empty. */
const Text = z.string().regex(/\S/, "must not be empty");

/** A step that needs no tool uses `echo_tool`. */
export const StructuredTool = z.strictObject({ name: Text, args: JsonObject });
export type StructuredTool = z.infer<typeof StructuredTool>;

export const StructuredStep = z.strictObject({
  /** `step_1`, `step_2` and so on, in plan order. */
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

/** The plan object, exactly. `validatePlanPayload` checks what a schema cannot express. */
export const StructuredPlan = z.strictObject({
  task_summary: Text,
  steps: z.array(StructuredStep).min(1).max(maxSteps),
  assumptions: z.array(z.string()),
  risks: z.array(z.string()),
});
export type StructuredPlan = z.infer<typeof StructuredPlan>;
