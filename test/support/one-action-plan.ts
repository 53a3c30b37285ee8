import type { ActionPlan, ToolAction } from "../../src/contracts/actions/plan.ts";

type PlanOptions = Partial<Pick<ActionPlan, "plan_id" | "intent">> & { summary: string; text?: string };

/** An action plan with one write. */
export function oneActionPlan(
  action: Omit<ToolAction, "read_only"> & { read_only?: boolean },
  { summary, text = summary, plan_id = "p1", intent = "mutate" }: PlanOptions,
): ActionPlan {
  return {
    plan_id,
    intent,
    domain: "unknown",
    summary,
    language: "en",
    inputs: { raw_text: text },
    entities: [],
    actions: [{ read_only: false, ...action }],
    needs_clarification: [],
    risks: [],
  };
}

/** A plan that creates a vendor in the demo. */
export function vendorPlan(
  name: string,
  more: { intent?: ActionPlan["intent"]; read_only?: boolean } = {},
): ActionPlan {
  const { intent = "mutate", read_only = false } = more;
  const action = {
    toolkit: "demo",
    tool_slug: "create_vendor",
    args: { name, email: "mail@example.com" },
    read_only,
    idempotency_scope: `demo:create_vendor:${name}`,
    preview: `New vendor ${name}`,
  };
  return oneActionPlan(action, { summary: `Add the vendor ${name}`, text: `add the vendor ${name}`, intent });
}
