import type { SavedPlanView } from "../../contracts/api/plans.ts";
import type { PlanSchedules } from "./plan-schedules.ts";
import type { SavedPlans } from "./saved-plans.ts";

type ViewParts = { savedPlans: SavedPlans; planSchedules: PlanSchedules };

/** A version with the schedule and the approval that the plan has now. */
export async function viewPlan(
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
