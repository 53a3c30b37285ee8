import type { SavedPlanView } from "../../contracts/api/plans.ts";
import type { plansRoutes } from "../../contracts/api/routes/plans.ts";
import type { Planwright } from "../../runtime/planwright.ts";
import type { PlanSchedules } from "../../runtime/saved-plans/plan-schedules.ts";
import type { SavedPlans } from "../../runtime/saved-plans/saved-plans.ts";
import type { Principal } from "../principal.ts";
import type { HandlersOf } from "../http/exchange.ts";
import { toRunView } from "./run-view.ts";

export function planHandlers({
  savedPlans,
  planSchedules,
}: Pick<Planwright, "savedPlans" | "planSchedules">): HandlersOf<typeof plansRoutes> {
  return {
    listPlans: ({ query, principal: { tenant } }) => savedPlans.list(tenant, query),
    getPlan: ({ params: { name }, query, principal: { tenant } }) =>
      viewPlan({ savedPlans, planSchedules }, { tenant, name }, query.version),
    putPlan: ({ params, body, principal }) => savedPlans.put(callerOf(principal), params.name, body),
    diffPlan: ({ params, query, principal: { tenant } }) => savedPlans.diff(tenant, params.name, query),
    runPlan: async ({ params, body, principal, idempotencyKey }) =>
      toRunView(await savedPlans.run(callerOf(principal), params.name, { ...body, idempotencyKey })),
    schedulePlan: ({ params: { name }, body, principal }) => planSchedules.put({ ...callerOf(principal), name }, body),
    unschedulePlan: ({ params: { name }, principal: { tenant } }) => planSchedules.remove({ tenant, name }),
    approvePlan: ({ params, body, principal }) => savedPlans.approve(callerOf(principal), params.name, body),
    revokeApproval: ({ params, body: { reason }, principal }) =>
      savedPlans.revokeApproval(callerOf(principal), params.name, reason),
  };
}

function callerOf({ tenant, name }: Principal): { tenant: string; by: string } {
  return { tenant, by: name };
}

type ViewParts = { savedPlans: SavedPlans; planSchedules: PlanSchedules };

/** A version with the schedule and the approval that the plan has now. */
async function viewPlan(
  { savedPlans, planSchedules }: ViewParts,
  of: { tenant: string; name: string },
  version?: number,
): Promise<SavedPlanView> {
  return {
    ...(await savedPlans.get(of.tenant, of.name, version)),
    schedule: (await planSchedules.find(of)) ?? null,
    approval: (await savedPlans.approval(of.tenant, of.name)) ?? null,
  };
}
