import { compact } from "../../plan/compact.ts";
import type { PlannerRequest } from "../../ports/planner.ts";
import type { PlannedCall } from "../grammar/goal.ts";
import { toolboxOf } from "../toolbox-of.ts";
import type { AccountCall } from "./account.ts";

/** Planned calls with the tools that they name. */
export function toAccountCalls(
  calls: readonly Pick<PlannedCall, "id" | "tool" | "args" | "dependsOn" | "when" | "forEach">[],
  { toolbox }: Pick<PlannerRequest, "toolbox">,
): AccountCall[] {
  const tools = toolboxOf(toolbox);
  return calls.map(({ id, tool: name, args, dependsOn, when, forEach }) => {
    const tool = tools.get(name);
    return { id, name, args, dependsOn, ...compact({ tool, when, forEach }) };
  });
}
