import { contentHashFull } from "../plan/hash.ts";
import type { Plan } from "../plan/plan.ts";
import { withoutDefaultKey } from "../plan/structure-hash.ts";

/** The id of a stored plan. Leaves out the time of planning, and result keys equal to their default, the step's id. */
export function planHashOf(plan: Plan): string {
  const { generatedAt: _, ...metadata } = plan.metadata;
  return contentHashFull({ ...plan, metadata, steps: plan.steps.map(withoutDefaultKey) });
}
