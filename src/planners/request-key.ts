import { memoizeByIdentity } from "../plan/bounded-cache.ts";
import { compact } from "../plan/compact.ts";
import { canonicalText } from "../plan/canonical.ts";
import { planInputHash, textHash } from "../plan/hash.ts";
import type { Json } from "../plan/json.ts";
import type { Planner, PlannerRequest } from "../ports/planner.ts";

/** Contract 4's `plan_input_hash` of a request. */
export function inputHash(request: PlannerRequest): string {
  const { agentId, goal, contextSummary, memorySnippets, givenTime } = request;
  return planInputHash(
    compact({ agentId, goal, contextSummary, memorySnippets, ...givenTime }),
    manifestOf(request.manifest ?? request.toolbox).text,
  );
}

/**
 * Hashes everything a plan may depend on, including the typed text: two spellings of a goal share an input hash but not an
 * answer. Includes only the part of the time that the planner reads.
 */
export async function requestKey(
  request: PlannerRequest,
  planner: Pick<Planner, "id" | "version" | "timeOf">,
): Promise<string> {
  const { memorySnippets = [], history = [] } = request;
  const parts: Json[] = [
    planner.id,
    planner.version,
    request.agentId,
    manifestOf(request.manifest ?? request.toolbox).hash,
    request.goal,
    request.contextSummary ?? null,
    // Only these parts can have keys in any order.
    memorySnippets.length === 0 ? "" : canonicalText(memorySnippets),
    history.map(({ role, content }) => [role, content]),
    request.surface,
    planner.timeOf === undefined ? request.now : await planner.timeOf(request),
    request.zone,
    request.locale ?? null,
    ...(request.account === undefined ? [] : [request.account]),
    ...(request.taught === undefined ? [] : [request.taught.digest]),
  ];
  return textHash(JSON.stringify(parts));
}

type Manifest = { /** Its canonical form. */ text: string; hash: string };

/** A toolbox is reused and not mutated. */
const manifestOf = memoizeByIdentity((holder: object): Manifest => {
  const text = canonicalText(holder);
  return { text, hash: textHash(text) };
});
