import { contentHashFull } from "../plan/hash.ts";
import type { Plan } from "../plan/plan.ts";

/** The hash a plan is stored under; its creation time is excluded. */
export function planHashOf(plan: Plan): string {
  const { generatedAt: _, ...metadata } = plan.metadata;
  return contentHashFull({ ...plan, metadata });
}
