import type { Plan } from "../../plan/plan.ts";

/** A plan of steps that are whole already: what `Plan.parse` makes of them, without reading every step again. */
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
