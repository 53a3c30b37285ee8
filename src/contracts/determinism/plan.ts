import { z } from "zod";
import { JsonObject } from "../../plan/json.ts";
import { maxSteps } from "../../plan/plan.ts";
import { OnError } from "../../plan/step.ts";
import { Timestamp } from "../timestamp.ts";

export const SkillStep = z.strictObject({
  step_id: z.string().min(1),
  skill: z.string().min(1),
  params: JsonObject,
  depends_on: z.array(z.string()).default([]),
  on_error: OnError.default("abort"),
  /** Retries after the first attempt. */
  retry_count: z.int().min(0).max(100).default(3),
  /** Defaults to `step_id`. */
  output_key: z.string().min(1).optional(),
});
export type SkillStep = z.infer<typeof SkillStep>;

/** Only the fields the contract lists; each may vary between equal plans or be absent. */
export const SkillPlanMetadata = z.strictObject({
  planner: z.string().optional(),
  planner_version: z.string().optional(),
  model: z.string().optional(),
  input_tokens: z.int().min(0).optional(),
  output_tokens: z.int().min(0).optional(),
  /** Rounded half up; absent for an unknown price, never 0. */
  cost_cents: z.int().min(0).optional(),
  generated_at: Timestamp.optional(),
  deterministic: z.boolean().optional(),
});
export type SkillPlanMetadata = z.infer<typeof SkillPlanMetadata>;

/** The plan structure every planner of contract 4 produces. */
export const SkillPlan = z.strictObject({
  steps: z.array(SkillStep).max(maxSteps),
  metadata: SkillPlanMetadata.default({}),
});
export type SkillPlan = z.infer<typeof SkillPlan>;
