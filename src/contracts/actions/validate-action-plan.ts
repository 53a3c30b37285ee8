import type { CheckResult } from "../../plan/check-result.ts";
import { type DocumentOptions, type PlanForm, withRules } from "../validate-form.ts";
import { parseActionPlan } from "./plan.ts";
import type { ActionPlan } from "./plan.ts";

const actionPlan: PlanForm = {
  spelling: "none",
  places: {
    steps: "actions",
    id: ["id"],
    kind: "tool",
    dependsOn: ["depends_on"],
    tool: ["tool_slug"],
    args: ["args"],
    texts: [],
    effect: ["read_only"],
    intent: ["intent"],
  },
};

/** The shape of an action plan and the plan rules together. */
export function validateActionPlan(document: unknown, options: DocumentOptions = {}): CheckResult<ActionPlan> {
  return withRules(document, parseActionPlan(document), { ...options, ...actionPlan });
}
