import type { PlannerError, PlannerResult } from "../contracts/determinism/planner.ts";
import { fromPlan as toService } from "../contracts/service/mapping.ts";
import type { PlanResponse } from "../contracts/service/plan-response.ts";
import { fromPlan as toStructured } from "../contracts/structured/mapping.ts";
import type { StructuredPlan } from "../contracts/structured/plan.ts";
import { validatePlanPayload } from "../contracts/structured/validate-plan-payload.ts";
import { type AnswerContext, toPlannerResult } from "../planners/planner-interface.ts";
import { isFrozenDeep } from "../planners/frozen.ts";
import { plannerError, withIssues } from "../planners/planner-error.ts";
import { isPlannerError, type PlannerAnswer, type PlannerRequest, type SurfaceName } from "../ports/planner.ts";

/** The contracts a plan can be asked for in. */
export const planContracts = ["service", "structured", "determinism"] as const satisfies readonly SurfaceName[];
export type PlanContract = (typeof planContracts)[number];

/** The answer as the contract's own document, or a `PlannerError`. */
export function sayPlan(
  answer: PlannerAnswer,
  contract: PlanContract,
  asked: AnswerContext & { session: number },
): PlannerResult | PlanResponse | StructuredPlan {
  switch (contract) {
    case "determinism":
      return toPlannerResult(answer, asked);
    case "service":
      return sayService(answer, asked.session);
    case "structured":
      return sayStructured(answer, asked.request);
    default:
      return contract satisfies never;
  }
}

export function sayService(answer: PlannerAnswer, session: number): PlanResponse | PlannerError {
  if (isPlannerError(answer)) return answer;
  const known = saidBefore.get(answer.plan);
  if (known !== undefined) return { ...known, session_id: session };
  const said = toService({ ...answer.plan, request: { session } });
  if (!said.ok) return unsayable("service", said.issues);
  if (isFrozenDeep(answer.plan)) saidBefore.set(answer.plan, said.value);
  return said.value;
}

/** A remembered plan that cannot change is put into words once; the session is all that differs. */
const saidBefore = new WeakMap<object, PlanResponse>();

/** Proved by the contract's own validator before it leaves, the number of steps asked for included. */
export function sayStructured(answer: PlannerAnswer, request: PlannerRequest): StructuredPlan | PlannerError {
  if (isPlannerError(answer)) return answer;
  const said = toStructured(answer.plan);
  if (!said.ok) return unsayable("structured", said.issues);
  const toolbox = new Map(request.toolbox.map((tool) => [tool.name, tool]));
  const proved = validatePlanPayload(said.value, { toolbox, request: request.goal });
  return proved.ok ? proved.value : unsayable("structured", proved.issues);
}

function unsayable(contract: PlanContract, issues: Parameters<typeof withIssues>[0]): PlannerError {
  return plannerError("PLANNER_INVALID_PLAN", `the plan does not fit the ${contract} contract`, withIssues(issues));
}
