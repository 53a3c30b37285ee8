import type { Plan } from "../../plan/plan.ts";

/** A plan of complete steps, equal to the output of `Plan.parse`, without parsing every step. */
export function completePlan(given: Pick<Plan, "steps"> & Partial<Plan>): Plan {
  return {
    spelling: "braces",
    request: {},
    assumptions: [],
    risks: [],
    entities: [],
    questions: [],
    metadata: {},
    ...given,
  };
}
