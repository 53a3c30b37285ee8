import { contentHashFull, planInputHash } from "../plan/hash.ts";
import type { Json } from "../plan/json.ts";
import type { Planner, PlannerRequest } from "../ports/planner.ts";

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
 * never share an answer. Of the time only what the planner reads of it.
 */
export function requestKey(request: PlannerRequest, planner: Pick<Planner, "id" | "version" | "timeOf">): string {
  return contentHashFull({
    planner: planner.id,
    version: planner.version,
    agent: request.agentId,
    tools: manifestHash(request),
    goal: request.goal,
    context: request.contextSummary ?? null,
    memory: request.memorySnippets ?? [],
    history: (request.history ?? []).map(({ role, content }) => ({ role, content })),
    surface: request.surface,
    time: planner.timeOf === undefined ? request.now : planner.timeOf(request),
    zone: request.zone,
    locale: request.locale ?? null,
  });
}

/** By identity: a toolbox is asked for again and again, and is not changed once it stands. */
const manifestHashes = new WeakMap<readonly unknown[], string>();

function manifestHash(request: PlannerRequest): string {
  const holder = request.manifest ?? request.toolbox;
  const known = manifestHashes.get(holder);
  if (known !== undefined) return known;
  const hash = contentHashFull(manifestOf(request));
  manifestHashes.set(holder, hash);
  return hash;
}

function manifestOf(request: PlannerRequest): readonly Json[] {
  return request.manifest ?? request.toolbox.map((tool) => ({ ...tool }));
}
