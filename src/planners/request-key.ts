import { contentHashFull, planInputHash } from "../plan/hash.ts";
import type { Json } from "../plan/json.ts";
import type { PlannerRequest } from "../ports/planner.ts";

/** Contract 4's `plan_input_hash` of a request. */
export function inputHash(request: PlannerRequest): string {
  return planInputHash({
    agentId: request.agentId,
    goal: request.goal,
    contextSummary: request.contextSummary,
    memorySnippets: request.memorySnippets,
    toolManifest: manifestOf(request),
  });
}

/**
 * Everything a plan may depend on, the text as it was typed included: two spellings of one goal share an input hash and
 * never share an answer.
 */
export function requestKey(request: PlannerRequest, planner: { id: string; version: string }): string {
  return contentHashFull({
    planner: planner.id,
    version: planner.version,
    input_hash: inputHash(request),
    goal: request.goal,
    context: request.contextSummary ?? null,
    history: (request.history ?? []).map(({ role, content }) => ({ role, content })),
    surface: request.surface,
    now: request.now,
    zone: request.zone,
    locale: request.locale ?? null,
  });
}

function manifestOf(request: PlannerRequest): readonly Json[] {
  return request.manifest ?? request.toolbox.map((tool) => ({ ...tool }));
}
