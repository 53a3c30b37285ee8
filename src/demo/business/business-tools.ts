import type { ToolSpec } from "../../plan/tool-spec.ts";
import type { Tool } from "../../tools/tool.ts";
import { toolSpecOf } from "../../tools/tool-spec-of.ts";
import type { BusinessDemo } from "./business-tool.ts";
import { letterTools } from "./letters.ts";
import { purchasingTools } from "./purchasing.ts";
import { salesTools } from "./sales.ts";
import { openDemoState } from "./state.ts";
import { stockTools } from "./stock.ts";

/**
 * The small-business tools of the planner service contract; every tenant starts with the same books. They
 * belong to companies: a caller without a tenant does not see them.
 */
export function createDemoTools(demo: BusinessDemo): Tool[] {
  return [...salesTools(demo), ...purchasingTools(demo), ...letterTools(demo), ...stockTools(demo)];
}

let manifest: readonly ToolSpec[] | undefined;

/** The demo tools as planning sees them; made on demand, since their JSON Schemas cost time and memory. */
export function demoManifest(): readonly ToolSpec[] {
  manifest ??= createDemoTools({
    state: openDemoState(),
    clock: { now: () => 0, setTimer: () => () => {} },
  }).map((tool) => toolSpecOf(tool.spec));
  return manifest;
}
