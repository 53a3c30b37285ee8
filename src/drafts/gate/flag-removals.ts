import { removes } from "../../contracts/actions/removes.ts";
import type { ActionPlan } from "../../contracts/actions/plan.ts";
import type { Toolbox } from "../../plan/tool-spec.ts";

/** Adds the destructive risk to a plan that deletes something without saying so. */
export function flagRemovals(plan: ActionPlan, toolbox: Toolbox): ActionPlan {
  const tools = plan.actions
    .map(({ tool_slug: tool }) => tool)
    .filter((tool) => removes(tool, toolbox.get(tool)?.effect));
  if (tools.length === 0 || plan.risks.some(({ kind }) => kind === "destructive")) return plan;
  return { ...plan, risks: [...plan.risks, { kind: "destructive", details: [...new Set(tools)].join(", ") }] };
}
