import { createBoundedCache } from "../../plan/bounded-cache.ts";
import type { ToolSpec } from "../../plan/tool-spec.ts";
import type { Planwright } from "../../runtime/planwright.ts";
import { toolSpecOf } from "../../tools/tool-spec-of.ts";
import type { VerbSpec } from "../../ports/verbs.ts";

type CachedToolbox = { specs: readonly VerbSpec[]; toolbox: readonly ToolSpec[] };

/** Cached tenants; the least recently used is evicted. */
const capacity = 1000;

/**
 * The toolbox of a tenant, or of callers without one. Returns the same array as long as the verbs are the same, so that
 * what is derived from it (profiles, hashes) is computed once.
 */
export function createToolboxes(verbs: Planwright["verbs"]): (tenant?: string) => readonly ToolSpec[] {
  const cache = createBoundedCache<string | undefined, CachedToolbox>(capacity);
  return (tenant) => {
    const specs = verbs.list(tenant);
    const before = cache.get(tenant);
    if (before?.specs === specs) return before.toolbox;
    const now =
      before !== undefined && hasSameSpecs(before.specs, specs) ? before : { specs, toolbox: plannable(specs) };
    cache.set(tenant, now);
    return now.toolbox;
  };
}

function plannable(specs: readonly VerbSpec[]): ToolSpec[] {
  return specs.filter(({ isUnplanned }) => isUnplanned !== true).map(toolSpecOf);
}

function hasSameSpecs(one: readonly VerbSpec[], other: readonly VerbSpec[]): boolean {
  return one.length === other.length && one.every((spec, at) => spec === other[at]);
}
