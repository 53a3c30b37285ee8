import { z } from "zod";
import { Json, JsonObject } from "../../plan/json.ts";
import { PlanParameters } from "../../plan/parameters.ts";
import { Timestamp } from "../timestamp.ts";

export const PlanName = z
  .string()
  .regex(/^[a-z0-9][a-z0-9._-]{0,99}$/, "must be lower-case letters, digits, dots, hyphens and underscores");
export type PlanName = z.infer<typeof PlanName>;

/** A plan to save. Its strings refer to parameters as `{{params.name}}`. */
export const SavedPlanInput = z.strictObject({
  plan: JsonObject,
  description: z.string().max(2000).default(""),
  parameters: PlanParameters.default({}),
});
export type SavedPlanInput = z.infer<typeof SavedPlanInput>;

/** One version of a saved plan. Versions count from 1 and never change. */
export const SavedPlan = z.strictObject({
  name: PlanName,
  version: z.int(),
  /** Who saved the first version. */
  owner: z.string(),
  description: z.string(),
  parameters: PlanParameters,
  plan: JsonObject,
  /** Hash of the plan without its provenance. */
  structure_hash: z.string(),
  saved_by: z.string(),
  saved_at: Timestamp,
});
export type SavedPlan = z.infer<typeof SavedPlan>;

export const SavedPlanRow = SavedPlan.omit({ plan: true }).extend({ steps: z.int() });
export type SavedPlanRow = z.infer<typeof SavedPlanRow>;

export const SavedPlanList = z.strictObject({ plans: z.array(SavedPlanRow), next_cursor: z.string().nullable() });
export type SavedPlanList = z.infer<typeof SavedPlanList>;

/** What changed between two versions: plan, parameters and description. */
export const SavedPlanDiff = z.strictObject({
  name: PlanName,
  from: z.int(),
  to: z.int(),
  differences: z.array(
    z.strictObject({
      kind: z.enum(["added", "removed", "changed", "reordered"]),
      pointer: z.string(),
      before: Json.optional(),
      after: Json.optional(),
    }),
  ),
});
export type SavedPlanDiff = z.infer<typeof SavedPlanDiff>;

export const RunSavedPlan = z.strictObject({
  parameters: JsonObject.default({}),
  version: z.int().positive().optional(),
  run_at: Timestamp.optional(),
});
export type RunSavedPlan = z.infer<typeof RunSavedPlan>;
