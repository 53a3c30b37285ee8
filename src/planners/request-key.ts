import { canonicalText } from "../plan/canonical.ts";
import { contentHashFull, planInputHash, textHash } from "../plan/hash.ts";
import type { Planner, PlannerRequest } from "../ports/planner.ts";

/** Contract 4's `plan_input_hash` of a request. */
export function inputHash(request: PlannerRequest): string {
  const { agentId, goal, contextSummary, memorySnippets } = request;
  return planInputHash({ agentId, goal, contextSummary, memorySnippets }, manifestOf(request).text);
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
    tools: manifestOf(request).hash,
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

type Manifest = { /** Its canonical form. */ text: string; hash: string };

/** By identity: a toolbox is asked for again and again, and is not changed once it stands. */
const manifests = new WeakMap<readonly unknown[], Manifest>();

function manifestOf({ manifest, toolbox }: PlannerRequest): Manifest {
  const holder = manifest ?? toolbox;
  const known = manifests.get(holder);
  if (known !== undefined) return known;
  const text = canonicalText(holder);
  const made = { text, hash: textHash(text) };
  manifests.set(holder, made);
  return made;
}
