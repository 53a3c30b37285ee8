import { AgentPause } from "./agents.ts";
import { z } from "zod";
import { Json, JsonObject } from "../../plan/json.ts";
import { PlanParameters } from "../../plan/plan-parameter.ts";
import { TimeTrigger } from "../react/trigger.ts";
import { Priority } from "../priority.ts";
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

/** When a plan runs by itself. Values may use `{{slot.date}}`, `{{slot.month}}` and `{{slot.last_month}}`. */
export const PlanScheduleInput = TimeTrigger.omit({ plan: true }).extend({
  version: z.int().positive().optional(),
  parameters: JsonObject.default({}),
});
export type PlanScheduleInput = z.infer<typeof PlanScheduleInput>;

/** A schedule is the time trigger of an agent, which has its decisions, runs and pauses. */
export const PlanSchedule = PlanScheduleInput.extend({
  agent_id: z.string(),
  enabled: z.boolean(),
  pause: AgentPause.nullable(),
  last_run: Timestamp.nullable(),
  next_runs: z.array(Timestamp),
});
export type PlanSchedule = z.infer<typeof PlanSchedule>;

/** What a person approves in advance: the writes of one version, for these values, so often and so long. */
export const StandingApprovalInput = z.strictObject({
  version: z.int().positive(),
  /** The values of the runs that it covers. */
  parameters: JsonObject.default({}),
  /** Parameters that may have any value. */
  vary: z.array(z.string()).default([]),
  /** Whether it covers writes with values from the results of earlier steps. */
  results: z.boolean().default(false),
  max_runs: z.int().positive(),
  until: Timestamp,
  reason: z.string().max(2000).default(""),
});
export type StandingApprovalInput = z.input<typeof StandingApprovalInput>;

export const StandingApproval = StandingApprovalInput.extend({
  approval_id: z.string(),
  by: z.string(),
  at: Timestamp,
  /** The steps that it covers. */
  writes: z.array(z.strictObject({ step_id: z.string(), tool: z.string() })),
  /** Who revoked it, and when. */
  revoked: z.strictObject({ by: z.string(), at: Timestamp, reason: z.string() }).nullable(),
});
export type StandingApproval = z.infer<typeof StandingApproval>;

/** `runs`: how many runs have used it. */
export const StandingApprovalView = StandingApproval.extend({ runs: z.int() });
export type StandingApprovalView = z.infer<typeof StandingApprovalView>;

export const RevokeApproval = z.strictObject({ reason: z.string().max(2000).default("") });

/** A version with the current schedule and standing approval of the plan. */
export const SavedPlanView = SavedPlan.extend({
  schedule: PlanSchedule.nullable(),
  approval: StandingApprovalView.nullable(),
});
export type SavedPlanView = z.infer<typeof SavedPlanView>;

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
  priority: Priority.optional(),
});
export type RunSavedPlan = z.infer<typeof RunSavedPlan>;
