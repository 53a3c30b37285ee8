import { canonicalText } from "../plan/canonical.ts";
import { isPlannerError, type PlannerAnswer, type PlannerRequest } from "../ports/planner.ts";

/** Long enough that every relative date of a goal changes. */
const shiftMs = 400 * 86_400_000;

/**
 * Plans for contract 4, whose inputs have no clock. Where the caller gave no time, the request is planned for a second
 * time too: a plan that differs depends on the clock, and says that it is not deterministic.
 */
export async function planByInput(
  request: PlannerRequest,
  plan: (request: PlannerRequest) => Promise<PlannerAnswer>,
): Promise<PlannerAnswer> {
  const answer = await plan(request);
  if (isPlannerError(answer) || !answer.deterministic || request.givenTime?.now !== undefined) return answer;
  const later = await plan({ ...request, now: new Date(Date.parse(request.now) + shiftMs).toISOString() });
  if (!isPlannerError(later) && canonicalText(later.plan.steps) === canonicalText(answer.plan.steps)) return answer;
  const metadata = { ...answer.plan.metadata, deterministic: false };
  const note = "the plan depends on the current time; pass now and zone to make it deterministic";
  return {
    ...answer,
    deterministic: false,
    plan: { ...answer.plan, metadata },
    notes: [...(answer.notes ?? []), note],
  };
}
