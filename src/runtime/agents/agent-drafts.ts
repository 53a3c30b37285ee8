import { dayOfUtc, kinds } from "../../agents/agent-deps.ts";
import { readRun } from "../../agents/records.ts";
import type { AgentRun } from "../../agents/runs/agent-run.ts";
import type { ActionPlan } from "../../contracts/actions/plan.ts";
import type { VerbAnswer, VerbCall } from "../../contracts/react/verb.ts";
import type { Drafts } from "../../drafts/drafts.ts";
import { textHash } from "../../plan/hash.ts";
import { isConflict } from "../../ports/store-error.ts";
import type { Store, Tx } from "../../ports/store.ts";
import type { VerbOptions, Verbs } from "../../ports/verbs.ts";

export type AgentDraftsParts = {
  drafts: () => Drafts;
  store: () => Store;
  /** Decides on Drafts of agents whose profile names no owner. */
  owner: string;
};

/** Returns the id of the agent run that a call belongs to. The daemon assigns the request id. */
export function agentRunId(requestId: string): string | undefined {
  return /^agent:([0-9a-f-]{36})/.exec(requestId)?.[1];
}

/**
 * Turns a call that the agent may not make by itself into a Draft for its owner, if the profile asks for that. The agent
 * gets an error that names the Draft and continues without waiting.
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

type RefusedCall = { call: VerbCall; options: VerbOptions; refusal: string };

async function makeDraft(
  { drafts, store, owner }: AgentDraftsParts,
  { call, options, refusal }: RefusedCall,
): Promise<VerbAnswer> {
  const tenant = options.tenant ?? "";
  const run = await readRun(store(), tenant, agentRunId(call.request_id) ?? "");
  if (run === undefined) return denial(refusal);
  const once = { tenant, kind: kinds.once, id: textHash(`draft ${options.effectKey ?? call.request_id}`) };
  const known = await store().record(once);
  if (typeof known?.body === "string") return awaitsApproval(refusal, known.body);
  const actor = { id: ownerOf(run.value, owner) };
  const group = dayOfUtc(run.value.startedAt);
  // Written in the same transaction as the Draft, so that a repeated or concurrent call finds this Draft.
  const inTransaction = (tx: Tx, { id }: { id: string }): void => tx.putRecord({ ...once, group, body: id }, 0);
  try {
    const made = await drafts().create({ tenant, actor, plan: planOf(run.value, call), inTransaction });
    if (!made.ok) return denial(`${refusal}; no Draft could be created: ${made.problem.detail ?? made.problem.title}`);
    return made.value.kind === "draft" ? awaitsApproval(refusal, made.value.draft.draft.draft_id) : denial(refusal);
  } catch (error) {
    const first = isConflict(error) ? await store().record(once) : undefined;
    if (typeof first?.body !== "string") throw error;
    return awaitsApproval(refusal, first.body);
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

function awaitsApproval(refusal: string, draftId: string): VerbAnswer {
  const message = `${refusal}; Draft ${draftId} asks the owner for approval, and the run continues without it`;
  return { ok: false, output: null, error: { code: "needs_approval", message } };
}

function denial(message: string): VerbAnswer {
  return { ok: false, output: null, error: { code: "denied", message } };
}
