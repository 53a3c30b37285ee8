import type { ToolSpec } from "../../plan/tool-spec.ts";
import type { Planwright } from "../../runtime/planwright.ts";
import { toolSpecOf, type VerbSpec } from "../../runtime/verbs.ts";

type Made = { specs: readonly VerbSpec[]; toolbox: readonly ToolSpec[] };

/** More tenants than this at once are not expected of one process; the one asked for longest ago is made anew. */
const capacity = 1000;

/**
 * The toolbox of a tenant, or of callers without one: the same array for as long as the verbs are the same, so that what
 * is worked out from it (profiles, hashes) is worked out once.
 */
export function createToolboxes(verbs: Planwright["verbs"]): (tenant?: string) => readonly ToolSpec[] {
  const made = new Map<string | undefined, Made>();
  return (tenant) => {
    const specs = verbs.list(tenant);
    const before = made.get(tenant);
    if (before?.specs === specs) return before.toolbox;
    made.delete(tenant);
    const now = before !== undefined && same(before.specs, specs) ? before : { specs, toolbox: specs.map(toolSpecOf) };
    made.set(tenant, now);
    for (const oldest of made.keys()) if (made.size > capacity) made.delete(oldest);
    return now.toolbox;
  };
}

function same(one: readonly VerbSpec[], other: readonly VerbSpec[]): boolean {
  return one.length === other.length && one.every((spec, at) => spec === other[at]);
}
