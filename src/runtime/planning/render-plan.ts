import { memoizeByIdentity } from "../../plan/bounded-cache.ts";
import type { Plan } from "../../plan/plan.ts";
import type { MappingResult } from "../../contracts/mapping.ts";
import type { PlannerError, PlannerResult } from "../../contracts/determinism/planner.ts";
import { fromPlan as toService } from "../../contracts/service/mapping.ts";
import type { PlanResponse } from "../../contracts/service/plan-response.ts";
import { fromPlan as toStructured } from "../../contracts/structured/mapping.ts";
import type { StructuredPlan } from "../../contracts/structured/plan.ts";
import { validatePlanPayload } from "../../contracts/structured/validate-plan-payload.ts";
import { type AnswerContext, toPlannerResult } from "../../planners/planner-interface.ts";
import { isFrozenDeep } from "../../planners/frozen.ts";
import { plannerError, withIssues } from "../../planners/planner-error.ts";
import { isPlannerError, type PlannerAnswer, type PlannerRequest, type SurfaceName } from "../../ports/planner.ts";

/** The contracts in which a plan can be requested. */
export const planContracts = ["service", "structured", "determinism"] as const satisfies readonly SurfaceName[];
export type PlanContract = (typeof planContracts)[number];

/** Renders the answer as the document of a contract, or a `PlannerError`. */
export function renderPlan(
  answer: PlannerAnswer,
  contract: PlanContract,
  asked: AnswerContext & { session: number },
): PlannerResult | PlanResponse | StructuredPlan {
  switch (contract) {
    case "determinism":
      return toPlannerResult(answer, asked);
    case "service":
      return toServicePlan(answer, asked.session);
    case "structured":
      return toStructuredPlan(answer, asked.request);
    default:
      return contract satisfies never;
  }
}

export function toServicePlan(answer: PlannerAnswer, session: number): PlanResponse | PlannerError {
  if (isPlannerError(answer)) return answer;
  const said = (isFrozenDeep(answer.plan) ? renderFrozen : renderAny)(answer.plan);
  return said.ok ? { ...said.value, session_id: session } : unrenderable("service", said.issues);
}

const renderAny = (plan: Plan): MappingResult<PlanResponse> => toService({ ...plan, request: { session: 0 } });
/** A frozen plan is rendered once; only the session differs. */
const renderFrozen = memoizeByIdentity(renderAny);

/** Validated against the contract, including the requested number of steps. */
export function toStructuredPlan(answer: PlannerAnswer, request: PlannerRequest): StructuredPlan | PlannerError {
  if (isPlannerError(answer)) return answer;
  const said = toStructured(answer.plan);
  if (!said.ok) return unrenderable("structured", said.issues);
  const toolbox = new Map(request.toolbox.map((tool) => [tool.name, tool]));
  const proved = validatePlanPayload(said.value, { toolbox, request: request.goal });
  return proved.ok ? proved.value : unrenderable("structured", proved.issues);
}

function unrenderable(contract: PlanContract, issues: Parameters<typeof withIssues>[0]): PlannerError {
  return plannerError("PLANNER_INVALID_PLAN", `the plan does not fit the ${contract} contract`, withIssues(issues));
}
