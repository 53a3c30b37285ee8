import { canonicalText } from "../plan/canonical.ts";
import { planInputHash, textHash } from "../plan/hash.ts";
import type { Json } from "../plan/json.ts";
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
  const { memorySnippets = [], history = [] } = request;
  const parts: Json[] = [
    planner.id,
    planner.version,
    request.agentId,
    manifestOf(request).hash,
    request.goal,
    request.contextSummary ?? null,
    // Of all parts only these can have keys in any order.
    memorySnippets.length === 0 ? "" : canonicalText(memorySnippets),
    history.map(({ role, content }) => [role, content]),
    request.surface,
    planner.timeOf === undefined ? request.now : planner.timeOf(request),
    request.zone,
    request.locale ?? null,
    ...(request.account === undefined ? [] : [request.account]),
  ];
  return textHash(JSON.stringify(parts));
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
