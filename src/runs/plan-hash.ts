import { contentHashFull } from "../plan/hash.ts";
import type { Plan } from "../plan/plan.ts";

/** What a plan is stored under. When it was made is no part of what it is. */
export function planHashOf(plan: Plan): string {
  const { generatedAt: _, ...metadata } = plan.metadata;
  return contentHashFull({ ...plan, metadata });
}
