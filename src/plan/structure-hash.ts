import { contentHash, contentHashFull } from "./hash.ts";
import { toJson } from "./json.ts";
import type { Plan } from "./plan.ts";
import type { Step } from "./step.ts";

/** Hash of what a plan does: its steps, without the request it answers and where it comes from. */
export function structureHash({ spelling, steps }: Pick<Plan, "spelling" | "steps">): string {
  return contentHash(toJson({ spelling, steps: steps.map(withoutDefaultKey) }));
}

/** A result key equal to its default, the step's id, says nothing. */
function withoutDefaultKey(step: Step): Step {
  if (step.resultKey !== step.id) return step;
  const { resultKey: _, ...rest } = step;
  return rest;
}

/** The id of a stored plan. Leaves out the time of planning, and result keys equal to their default, the step's id. */
export function planHashOf(plan: Plan): string {
  const { generatedAt: _, ...metadata } = plan.metadata;
  return contentHashFull({ ...plan, metadata, steps: plan.steps.map(withoutDefaultKey) });
}
