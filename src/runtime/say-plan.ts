import { fromPlan as toService } from "../contracts/service/mapping.ts";
import { fromPlan as toStructured } from "../contracts/structured/mapping.ts";
import { validatePlanPayload } from "../contracts/structured/validate-plan-payload.ts";
import { type Asked, toPlannerResult } from "../planners/planner-interface.ts";
import { plannerError, withIssues } from "../planners/planner-error.ts";
import { isPlannerError, type PlannerAnswer, type SurfaceName } from "../ports/planner.ts";

/** The contracts a plan can be asked for in. */
export const planContracts = ["service", "structured", "determinism"] as const satisfies readonly SurfaceName[];
export type PlanContract = (typeof planContracts)[number];

/** The answer as the contract's own document, or a `PlannerError`. */
export function sayPlan(answer: PlannerAnswer, contract: PlanContract, asked: Asked & { session: number }): object {
  if (isPlannerError(answer)) return answer;
  switch (contract) {
    case "determinism":
      return toPlannerResult(answer, asked);
    case "service": {
      const said = toService({ ...answer.plan, request: { session: asked.session } });
      return said.ok ? said.value : unsayable(contract, said.issues);
    }
    case "structured": {
      const said = toStructured(answer.plan);
      if (!said.ok) return unsayable(contract, said.issues);
      const toolbox = new Map(asked.request.toolbox.map((tool) => [tool.name, tool]));
      const proved = validatePlanPayload(said.value, { toolbox, request: asked.request.goal });
      return proved.ok ? proved.value : unsayable(contract, proved.issues);
    }
    default:
      return contract satisfies never;
  }
}

function unsayable(contract: PlanContract, issues: Parameters<typeof withIssues>[0]): object {
  return plannerError("PLANNER_INVALID_PLAN", `the plan does not fit the ${contract} contract`, withIssues(issues));
}
