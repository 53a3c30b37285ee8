import { memoizeByIdentity } from "../plan/bounded-cache.ts";
import type { Toolbox, ToolSpec } from "../plan/tool-spec.ts";

/** The tools of a request by name, cached: many requests share one list, which is not mutated. */
export const toolboxOf = memoizeByIdentity(
  (tools: readonly ToolSpec[]): Toolbox => new Map(tools.map((tool) => [tool.name, tool])),
);
