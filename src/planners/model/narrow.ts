import type { ToolSpec } from "../../plan/tool-spec.ts";
import type { PlannerRequest } from "../../ports/planner.ts";
import { canonicalOrder } from "../grammar/search/canonical-order.ts";
import { rankTools } from "../grammar/search/rank-tools.ts";

/** Maximum number of tools offered to a model. */
export const maxTools = 32;

/** A small toolbox whole; of a large one the tools that share words with the goal. Independent of the manifest's order. */
export function narrowTools({ goal, toolbox, now, zone, history }: PlannerRequest): readonly ToolSpec[] {
  if (toolbox.length <= maxTools) return canonicalOrder(toolbox);
  const found = rankTools({ goal, toolbox, now, zone, ...(history !== undefined && { history }) }, maxTools);
  const rest = canonicalOrder(toolbox).filter((tool) => !found.includes(tool));
  return canonicalOrder([...found, ...rest.slice(0, maxTools - found.length)]);
}
