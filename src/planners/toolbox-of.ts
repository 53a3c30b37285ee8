import type { Toolbox, ToolSpec } from "../plan/tool-spec.ts";

const made = new WeakMap<readonly ToolSpec[], Toolbox>();

/** The tools of a request by name, cached: many requests share one list, which is not mutated. */
export function toolboxOf(tools: readonly ToolSpec[]): Toolbox {
  const known = made.get(tools);
  if (known !== undefined) return known;
  const toolbox = new Map(tools.map((tool) => [tool.name, tool]));
  made.set(tools, toolbox);
  return toolbox;
}
