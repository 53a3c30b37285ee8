import type { ToolSpec } from "../../plan/tool-spec.ts";
import type { PlannerRequest } from "../../ports/planner.ts";
import { canonicalOrder } from "../grammar/search/canonical-order.ts";
import { rankTools } from "../grammar/search/rank-tools.ts";

/** Maximum number and size of the tools offered to a model. */
const maxTools = 32;
const maxToolBytes = 16_000;

/** A small toolbox whole; of a large one the tools that share words with the goal. Independent of the manifest's order. */
export function narrowTools({ goal, toolbox, now, zone, history }: PlannerRequest): readonly ToolSpec[] {
  if (toolbox.length <= maxTools && sizeOf(toolbox) <= maxToolBytes) return canonicalOrder(toolbox);
  const found = rankTools({ goal, toolbox, now, zone, ...(history !== undefined && { history }) }, maxTools);
  const rest = canonicalOrder(toolbox).filter((tool) => !found.includes(tool));
  const chosen: ToolSpec[] = [];
  let bytes = 0;
  for (const tool of [...found, ...rest].slice(0, maxTools)) {
    bytes += sizeOf(tool);
    // The best match is offered whatever its size.
    if (chosen.length === 0 || bytes <= maxToolBytes) chosen.push(tool);
  }
  return canonicalOrder(chosen);
}

function sizeOf(value: unknown): number {
  return JSON.stringify(value).length;
}
