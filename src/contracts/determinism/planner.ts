import { z } from "zod";
import { JsonObject } from "../../plan/json.ts";
import { Timestamp } from "../timestamp.ts";
import { Zone } from "../zone.ts";
import { SkillPlan } from "./plan.ts";

/**
 * What a planner guarantees for equal inputs: `full` the same bytes, `structural` the same steps, skills and
 * dependencies, `none` nothing. Weakening it is a breaking change.
 */
export const DeterminismMode = z.enum(["full", "structural", "none"]);
export type DeterminismMode = z.infer<typeof DeterminismMode>;

/** The arguments of `plan()`. Python's None is null here, equal to an absent field. */
export const PlannerInput = z.strictObject({
  agent_id: z.string().min(1),
  goal: z.string(),
  context_summary: z.string().nullable().optional(),
  memory_snippets: z.array(JsonObject).nullable().optional(),
  tool_manifest: z.array(JsonObject).nullable().optional(),
  /** Given, the time is part of the input hash. Absent, a plan that depends on the time is not deterministic. */
  now: Timestamp.nullable().optional(),
  zone: Zone.nullable().optional(),
});
export type PlannerInput = z.infer<typeof PlannerInput>;

/** `plan_input_hash` on its own. */
export const InputHash = z.strictObject({ plan_input_hash: z.string().regex(/^[0-9a-f]{16}$/) });
export type InputHash = z.infer<typeof InputHash>;

export const PlannerOutput = z.strictObject({
  plan: SkillPlan,
  /** Open: tokens, cost, anything the planner reports. */
  metadata: JsonObject,
  deterministic: z.boolean(),
});
export type PlannerOutput = z.infer<typeof PlannerOutput>;

export const PlannerErrorCode = z.enum([
  "PLANNER_RATE_LIMITED",
  "PLANNER_CONTEXT_TOO_LONG",
  "PLANNER_INVALID_GOAL",
  "PLANNER_NO_SKILLS_AVAILABLE",
  "PLANNER_GENERATION_FAILED",
  "PLANNER_INVALID_PLAN",
  "PLANNER_TIMEOUT",
]);
export type PlannerErrorCode = z.infer<typeof PlannerErrorCode>;

/** A planner returns this and never throws. */
export const PlannerError = z.strictObject({
  code: PlannerErrorCode,
  message: z.string().min(1),
  retryable: z.boolean(),
  details: JsonObject,
});
export type PlannerError = z.infer<typeof PlannerError>;

/** The return value of `plan()`. */
export type PlannerResult = PlannerOutput | PlannerError;
