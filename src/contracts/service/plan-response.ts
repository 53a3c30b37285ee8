import { z } from "zod";
import { maxSteps } from "../../plan/plan.ts";
import { PlannerStep01, PlannerStep02, PlannerStep03 } from "./planner-step.ts";

export const serviceVersions = ["0.1", "0.2", "0.3"] as const;
export type ServiceVersion = (typeof serviceVersions)[number];

/** A plan that people write by hand names no model. */
const shared = { model: z.string().min(1).default("unspecified"), rationale: z.string().optional() };

/** The response of `POST /plan`. */
export const PlanResponse01 = z.strictObject({
  session_id: z.int(),
  steps: z.array(PlannerStep01).max(maxSteps),
  metadata: z.strictObject({ ...shared, version: z.literal("0.1").default("0.1") }),
});
export type PlanResponse01 = z.infer<typeof PlanResponse01>;

/** With `action` steps. */
export const PlanResponse02 = z.strictObject({
  session_id: z.int(),
  steps: z.array(PlannerStep02).max(maxSteps),
  metadata: z.strictObject({ ...shared, version: z.literal("0.2") }),
});
export type PlanResponse02 = z.infer<typeof PlanResponse02>;

/** With `action` and `safety` steps. */
export const PlanResponse03 = z.strictObject({
  session_id: z.int(),
  steps: z.array(PlannerStep03).max(maxSteps),
  metadata: z.strictObject({ ...shared, version: z.literal("0.3") }),
});
export type PlanResponse03 = z.infer<typeof PlanResponse03>;

export type PlanResponse = PlanResponse01 | PlanResponse02 | PlanResponse03;

/** `GET /healthz`. */
export const Health = z.strictObject({ status: z.literal("ok") });
export type Health = z.infer<typeof Health>;
