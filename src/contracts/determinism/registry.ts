import { z } from "zod";
import { DeterminismMode } from "./planner.ts";

const cents = z.number().min(0);

/** Prices in cents; converted to integer micro-cents. */
export const CostModel = z.strictObject({
  base_cents: cents,
  per_call_cents: cents.optional(),
  per_token_cents: cents.optional(),
});
export type CostModel = z.infer<typeof CostModel>;

export const PlannerRegistryEntry = z.strictObject({
  /** The import path of the planner, for example `app.planner.stub_planner.StubPlanner`. */
  class: z.string().min(1),
  determinism: DeterminismMode,
  cost_model: CostModel,
  /** Reported by `GET /planners`. */
  version: z.string().optional(),
});
export type PlannerRegistryEntry = z.infer<typeof PlannerRegistryEntry>;

/** Entries by planner id. */
export const PlannerRegistry = z.record(z.string().min(1), PlannerRegistryEntry);
export type PlannerRegistry = z.infer<typeof PlannerRegistry>;
