import { canonicalText } from "../../../plan/canonical.ts";
import { isPlannerError, type PlannerAnswer, type PlannerRequest } from "../../../ports/planner.ts";
import type { PlanningInput } from "./planning-input.ts";

export type Stability = { goal: string; plans: number; structures: number; agreement: number };

/** Plans a goal several times and returns the share of plans with the most common structure. */
export async function measureStability(
  { planning, planner }: Pick<PlanningInput, "planning" | "planner">,
  request: PlannerRequest,
  { times, signal }: { times: number; signal: AbortSignal },
): Promise<Stability> {
  const counts = new Map<string, number>();
  for (let turn = 0; turn < times && !signal.aborted; turn += 1) {
    const structure = structureOf(await planning.plan(planner, request, signal));
    counts.set(structure, (counts.get(structure) ?? 0) + 1);
  }
  const plans = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const agreement = plans === 0 ? 0 : Math.max(...counts.values()) / plans;
  return { goal: request.goal, plans, structures: counts.size, agreement };
}

/** The structure that `structural` determinism covers: steps, tools and dependencies; ids of questions. */
function structureOf(answer: PlannerAnswer): string {
  if (isPlannerError(answer)) return canonicalText({ code: answer.code });
  const { steps, questions } = answer.plan;
  return canonicalText({
    steps: steps.map((step) => [step.id, step.kind === "tool" ? step.tool : step.kind, step.dependsOn]),
    questions: questions.map(({ id }) => id),
  });
}
