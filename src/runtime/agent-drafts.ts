import { dayOfUtc, kinds } from "../agents/parts.ts";
import { readRun } from "../agents/records.ts";
import type { AgentRun } from "../agents/agent-run.ts";
import type { ActionPlan } from "../contracts/actions/plan.ts";
import type { VerbAnswer, VerbCall } from "../contracts/react/verb.ts";
import type { Drafts } from "../drafts/drafts.ts";
import { textHash } from "../plan/hash.ts";
import { isConflict } from "../ports/store-error.ts";
import type { Store, Tx } from "../ports/store.ts";
import type { VerbOptions, Verbs } from "../ports/verbs.ts";

export type AgentDraftsParts = {
  drafts: () => Drafts;
  store: () => Store;
  /** Who decides where a profile names no owner. */
  owner: string;
};

/** The run of an agent that a call belongs to, by the request id that the daemon gave it. */
export function agentRunId(requestId: string): string | undefined {
  return /^agent:([0-9a-f-]{36})/.exec(requestId)?.[1];
}

/**
 * What an agent may not do by itself becomes a Draft for its owner, where its profile says so. The agent is told and
 * goes on: nobody is waited for.
 */
export function withAgentDrafts(verbs: Verbs, parts: AgentDraftsParts): Verbs {
  return {
    ...verbs,
    async execute(call, options) {
      const answer = await verbs.execute(call, options);
      if (answer.ok || answer.error.code !== "needs_approval" || agentRunId(call.request_id) === undefined)
        return answer;
      return makeDraft(parts, { call, options, refusal: answer.error.message });
    },
  };
}

type Refused = { call: VerbCall; options: VerbOptions; refusal: string };

async function makeDraft(
  { drafts, store, owner }: AgentDraftsParts,
  { call, options, refusal }: Refused,
): Promise<VerbAnswer> {
  const tenant = options.tenant ?? "";
  const run = await readRun(store(), tenant, agentRunId(call.request_id) ?? "");
  if (run === undefined) return denied(refusal);
  const once = { tenant, kind: kinds.once, id: textHash(`draft ${options.effectKey ?? call.request_id}`) };
  const known = await store().record(once);
  if (typeof known?.body === "string") return waiting(refusal, known.body);
  const actor = { id: ownerOf(run.value, owner) };
  const group = dayOfUtc(run.value.startedAt);
  // With the Draft or not at all: whoever comes to the same call again, after a crash or at the same time, finds this one.
  const along = (tx: Tx, { id }: { id: string }): void => tx.putRecord({ ...once, group, body: id }, 0);
  try {
    const made = await drafts().create({ tenant, actor, plan: planOf(run.value, call), along });
    if (!made.ok)
      return denied(`${refusal}; no Draft could be made of it: ${made.problem.detail ?? made.problem.title}`);
    return made.value.kind === "draft" ? waiting(refusal, made.value.draft.draft.draft_id) : denied(refusal);
  } catch (error) {
    const first = isConflict(error) ? await store().record(once) : undefined;
    if (typeof first?.body !== "string") throw error;
    return waiting(refusal, first.body);
  }
}

function ownerOf({ profile }: AgentRun, otherwise: string): string {
  const { owner } = profile.metadata;
  return typeof owner === "string" && owner !== "" ? owner : otherwise;
}

function planOf({ runId, profile, request }: AgentRun, { verb_id, payload, request_id }: VerbCall): ActionPlan {
  const summary = `${profile.id} wants to call ${verb_id}`;
  return {
    plan_id: `agent-${runId}`,
    intent: "mutate",
    domain: "unknown",
    summary,
    language: "en",
    inputs: { raw_text: request.goal.description },
    entities: [],
    actions: [
      {
        toolkit: "agents",
        tool_slug: verb_id,
        args: payload,
        read_only: false,
        idempotency_scope: `agents:${profile.id}:${request_id}`,
        preview: summary,
      },
    ],
    needs_clarification: [],
    risks: [],
  };
}

function waiting(refusal: string, draftId: string): VerbAnswer {
  const message = `${refusal}; the Draft ${draftId} asks its owner, and the run goes on without it`;
  return { ok: false, output: null, error: { code: "needs_approval", message } };
}

function denied(message: string): VerbAnswer {
  return { ok: false, output: null, error: { code: "denied", message } };
}
