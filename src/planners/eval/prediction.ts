import { compact } from "../../plan/compact.ts";
import { z } from "zod";
import { JsonObject } from "../../plan/json.ts";
import { isPlannerError, type PlannedAnswer, type PlannerAnswer } from "../../ports/planner.ts";

/** A planner's answer to a case. A reference is the string `{{<call id>.<path>}}`. */
export const Prediction = z.object({
  id: z.string(),
  outcome: z.enum(["plan", "clarify", "none"]),
  calls: z
    .array(
      z.object({ id: z.string(), tool: z.string(), args: JsonObject, depends_on: z.array(z.string()).default([]) }),
    )
    .default([]),
  missing: z.array(z.string()).default([]),
  bad: z.array(z.string()).optional(),
  confidence: z.number().optional(),
  /** Words of the query that the calls do not carry. */
  unaccounted: z.array(z.string()).optional(),
  ms: z.number().optional(),
});
export type Prediction = z.infer<typeof Prediction>;
export type PredictedCall = Prediction["calls"][number];

/** Converts an answer to a prediction. An error predicts nothing, unless it is a question. */
export function toPrediction(id: string, answer: PlannerAnswer): Prediction {
  if (isPlannerError(answer)) return { id, outcome: "none", calls: [], missing: [] };
  if (answer.clarification !== undefined) return ask(id, answer.clarification);
  const calls = answer.plan.steps.flatMap((step) =>
    step.kind === "tool" ? [{ id: step.id, tool: step.tool, args: step.args, depends_on: step.dependsOn }] : [],
  );
  const { confidence, unaccounted } = answer;
  return {
    id,
    outcome: calls.length > 0 ? "plan" : "none",
    calls,
    missing: [],
    confidence,
    ...compact({ unaccounted: unaccounted?.map(({ words }) => words) }),
  };
}

function ask(id: string, { missing, bad }: NonNullable<PlannedAnswer["clarification"]>): Prediction {
  const params = [...new Set(missing.map(({ param }) => param))];
  return { id, outcome: "clarify", calls: [], missing: params, ...(bad.length > 0 && { bad: [...bad] }) };
}
