import type { PlanCost } from "../contracts/api/run.ts";
import type { Plan } from "../plan/plan.ts";
import type { Step } from "../plan/step.ts";
import type { Verbs } from "../ports/verbs.ts";
import { verbOf } from "./prepare.ts";

/**
 * What the tools of a plan cost. The least: every condition fails and every list is empty. The most: every list is as long
 * as it may be and every call is retried as often as it may be. Tools without a price are named, not counted as free.
 */
export function estimatePlan(plan: Plan, verbs: Pick<Verbs, "describe">, tenant: string): PlanCost {
  let [least, most] = [0, 0];
  const unpriced = new Set<string>();
  for (const step of plan.steps) {
    const verb = verbOf(step);
    const price = verb === undefined ? 0 : verbs.describe(verb, tenant)?.costMicroCents;
    if (price === undefined) unpriced.add(verb ?? "");
    else {
      least += isCertain(step) ? price : 0;
      most += price * mostCalls(step);
    }
  }
  return { least_micro_cents: least, most_micro_cents: most, unpriced: [...unpriced] };
}

function isCertain({ when, forEach }: Step): boolean {
  return when === undefined && forEach === undefined;
}

function mostCalls({ forEach, onError, retries }: Step): number {
  const items = forEach === undefined ? 1 : Math.min(forEach.take ?? forEach.limit, forEach.limit);
  return items * (1 + (onError === "retry" ? retries : 0));
}
