import { compact } from "./compact.ts";
import { hash } from "node:crypto";
import { canonicalText } from "./canonical.ts";
import type { Json } from "./json.ts";
import { normaliseContext, normaliseGoal } from "./normalise.ts";

/** SHA-256 of the text's UTF-8 bytes, 64 hex digits. */
export function textHash(text: string): string {
  return hash("sha256", text);
}

/** SHA-256 of the canonical form, 64 hex digits. Throws a `CanonicalError` for what is not JSON. */
export function contentHashFull(value: unknown): string {
  return textHash(canonicalText(value));
}

/** The short form that contracts and people use: the first 16 hex digits. */
export function contentHash(value: unknown): string {
  return contentHashFull(value).slice(0, 16);
}

/** The planner inputs that decide the plan. */
export type PlanInput = {
  agentId: string;
  goal: string;
  contextSummary?: string | null;
  memorySnippets?: readonly Json[] | null;
  toolManifest?: readonly Json[] | null;
  /** Only where the caller gave them: without them the hash is the contract's own. */
  now?: string | undefined;
  zone?: string | undefined;
};

/**
 * Contract 4's `plan_input_hash`: equal for inputs that must give equal plans. `manifestText` is the canonical form of the
 * manifest, most of the text; callers that have it cached pass it.
 */
export function planInputHash(input: PlanInput, manifestText = canonicalText(input.toolManifest ?? [])): string {
  const rest = canonicalText({
    agent_id: input.agentId,
    goal: normaliseGoal(input.goal),
    context_summary: normaliseContext(input.contextSummary),
    memory_snippets: input.memorySnippets ?? [],
    ...compact({ now: input.now }),
  });
  const zone = input.zone === undefined ? "" : `,"zone":${canonicalText(input.zone)}`;
  // In canonical order only `zone` follows the manifest.
  return textHash(`${rest.slice(0, -1)},"tool_manifest":${manifestText}${zone}}`).slice(0, 16);
}
