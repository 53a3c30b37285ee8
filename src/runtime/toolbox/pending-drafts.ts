import { type AgentDeps, dayOfUtc, kinds, queues } from "../../agents/agent-deps.ts";
import type { AgentRun } from "../../agents/runs/agent-run.ts";
import { readRun } from "../../agents/records.ts";
import type { ActionPlan } from "../../contracts/actions/plan.ts";
import { compact } from "../../plan/compact.ts";
import type { VerbAnswer, VerbCall } from "../../contracts/react/verb.ts";
import type { Drafts } from "../../drafts/drafts.ts";
import type { Observation } from "../../contracts/react/trace.ts";
import { plainScope } from "../../contracts/actions/effect-keys.ts";
import { canonicalText } from "../../plan/canonical.ts";
import { contentHash, textHash } from "../../plan/hash.ts";
import { isJsonObject, type Json, type JsonObject } from "../../plan/json.ts";
import { maxSteps } from "../../plan/plan.ts";
import type { Clock } from "../../ports/clock.ts";
import { isConflict } from "../../ports/store-error.ts";
import type { Store, Tx } from "../../ports/store.ts";
import type { Approvals } from "../../react/index.ts";
import { jobOf } from "../../react/react-queue.ts";
import type { PendingCall } from "../../tools/verb-router.ts";

type PendingDraftsDeps = {
  drafts: () => Drafts;
  store: () => Store;
  clock: Clock;
  /** Decides on Drafts of agents whose profile names no owner; without one, every operator of the tenant may. */
  owner?: string | undefined;
};

/** The run of an agent that a call belongs to, by the request id that the daemon assigned. */
export function agentRunId(requestId: string): string | undefined {
  return /^agent:([0-9a-f-]{36})/.exec(requestId)?.[1];
}

/**
 * Opens a Draft for a call that needs approval and cannot wait for it. The caller gets `needs_approval` with the id of
 * the Draft and continues without the result. A repeated call finds the same Draft.
 */
export function createPendingDrafts(deps: PendingDraftsDeps): (pending: PendingCall) => Promise<VerbAnswer> {
  return async ({ call, options, reason }) => {
    const { drafts, store, clock } = deps;
    const tenant = options.tenant ?? "";
    const runId = agentRunId(call.request_id);
    const run = runId === undefined ? undefined : await readRun(store(), tenant, runId);
    // Another call under the same request id is a call of its own.
    const asked = `${options.principal ?? call.caller} ${call.request_id} ${contentHash([call.verb_id, call.payload])}`;
    const once = onceOf(tenant, options.effectKey ?? asked);
    const answerBy = async (draftId: string): Promise<VerbAnswer> =>
      toAnswer(await decided(drafts(), { tenant, draftId, input: call.payload })) ?? waiting(reason, draftId);
    const known = await store().record(once);
    if (typeof known?.body === "string") return answerBy(known.body);
    // Written with the Draft: a repeated call, after a crash or at the same time, finds this one.
    const inTransaction = (tx: Tx, { id }: { id: string }): void => {
      tx.putRecord({ ...once, group: dayOfUtc(clock.now()), body: id }, 0);
      if (run !== undefined) tx.putRecord({ tenant, kind: kinds.draft, id, group: run.value.runId, body: null }, 0);
    };
    const author = run === undefined ? { id: options.principal ?? call.caller } : authorOf(run.value, deps);
    const request = run === undefined ? callPlan(call) : agentPlan(run.value, call);
    try {
      const made = await drafts().create({
        tenant,
        ...toActor(author),
        plan: request,
        keepsSummary: true,
        inTransaction,
        ...expiryOf(run?.value),
      });
      if (!made.ok)
        return denied(`${reason}; no Draft could be made of it: ${made.problem.detail ?? made.problem.title}`);
      return made.value.kind === "draft" ? waiting(reason, made.value.draft.draft.draft_id) : denied(reason);
    } catch (error) {
      const first = isConflict(error) ? await store().record(once) : undefined;
      if (typeof first?.body !== "string") throw error;
      return answerBy(first.body);
    }
  };
}

function onceOf(tenant: string, scope: string) {
  return { tenant, kind: kinds.once, id: textHash(`draft ${scope}`) };
}

/** Lets ReAct runs wait for the Drafts of their calls. */
export function createApprovals({ drafts, store }: Pick<PendingDraftsDeps, "drafts" | "store">): Approvals {
  return {
    async pending(tenant, effectKey) {
      const body = (await store().record(onceOf(tenant, effectKey)))?.body;
      return typeof body === "string" ? body : undefined;
    },
    decided: (tenant, draftId, input) => decided(drafts(), { tenant, draftId, input }),
  };
}

type DecidedCall = { tenant: string; draftId: string; input: JsonObject };

/** What a call with this input came to; undefined while its Draft is open. */
async function decided(drafts: Drafts, { tenant, draftId, input }: DecidedCall): Promise<Observation | undefined> {
  const found = await drafts.get({ tenant, of: { draftId } });
  const draft = found.ok ? found.value.draft : undefined;
  if (draft?.status === "DRAFT") return undefined;
  const { action, outcome } = draft?.actions[0] ?? {};
  if (action !== undefined && outcome?.status === "SUCCEEDED")
    return { ok: true, output: sent(action.args, { input, output: outcome.output }) };
  const why = draft === undefined ? "no longer exists" : `was ${draft.status.toLowerCase()}`;
  if (outcome?.status !== "UNKNOWN") return failed("denied", `Draft ${draftId} ${why}; nothing was written`);
  return failed("outcome_unknown", `Draft ${draftId} ${why}, and ${mayHaveHappened}`);
}

const mayHaveHappened = "its call may have taken effect: check before requesting it again";

/** Where a person changed the arguments, the result names those that were sent. */
function sent(args: JsonObject, { input, output }: { input: JsonObject; output: Json }): Json {
  if (canonicalText(args) === canonicalText(input)) return output;
  return { ...(isJsonObject(output) ? output : { output }), edited_arguments: args };
}

function failed(code: string, message: string): Observation {
  return { ok: false, error: { code, message } };
}

function toAnswer(observation: Observation | undefined): VerbAnswer | undefined {
  if (observation === undefined) return undefined;
  return observation.ok ? { ...observation, error: null } : { ...observation, output: null };
}

/** The outcome of the Drafts that an agent's run has opened. */
export function createDraftOutcomes({
  drafts,
  store,
}: Pick<PendingDraftsDeps, "drafts" | "store">): NonNullable<AgentDeps["draftOutcomes"]> {
  return async (tenant, runId) => {
    let refused: string | undefined;
    for (const { id: draftId } of await store().records({ tenant, kind: kinds.draft, group: runId, limit: maxSteps })) {
      const found = await drafts().get({ tenant, of: { draftId } });
      if (!found.ok) continue;
      const { draft, history } = found.value;
      if (draft.status === "DRAFT") return undefined;
      const reason = history.at(-1)?.reason ?? null;
      if (draft.status === "APPLIED") continue;
      const isUnknown = draft.actions.some(({ outcome }) => outcome.status === "UNKNOWN");
      const ended = `${draft.status.toLowerCase()}${isUnknown ? `, and ${mayHaveHappened}` : ""}`;
      refused ??= `Draft ${draftId} was ${ended}${reason === null ? "" : `: ${reason}`}`;
    }
    return compact({ refused });
  };
}

/** Wakes the run of an agent, or the ReAct run, whose call became this Draft. */
export function wakeRunOfDraft(tx: Tx, { tenant, planId }: { tenant: string; planId: string }, now: number): void {
  const [, agentRun] = /^agent-([0-9a-f-]{36})$/.exec(planId) ?? [];
  if (agentRun !== undefined) tx.enqueue({ queue: queues.run, key: agentRun, tenant, dueAt: now }, now);
  const [, requestId] = /^call-(.+):turn:\d+:call:\d+$/.exec(planId) ?? [];
  if (requestId !== undefined) tx.enqueue(jobOf({ tenant, requestId }, now), now);
}

/** `isOpen`: nobody in particular owns the Draft, so every operator of the tenant may decide. */
type DraftAuthor = { id: string; isOpen?: true };

function authorOf({ profile }: AgentRun, { owner }: PendingDraftsDeps): DraftAuthor {
  const named = profile.metadata["owner"];
  if (typeof named === "string" && named !== "") return { id: named };
  return owner === undefined ? { id: profile.id, isOpen: true } : { id: owner };
}

function toActor({ id, isOpen }: DraftAuthor): { actor: { id: string }; approvers?: string[] } {
  return { actor: { id }, ...(isOpen === true && { approvers: ["*"] }) };
}

function expiryOf(run: AgentRun | undefined): { expiryMs?: number } {
  return run === undefined ? {} : { expiryMs: run.profile.pending_expires_minutes * 60_000 };
}

function agentPlan({ runId, profile, request }: AgentRun, call: VerbCall): ActionPlan {
  return planOf(call, {
    id: `agent-${runId}`,
    summary: `${profile.id} wants to call ${call.verb_id}`,
    text: request.goal.description,
  });
}

function callPlan(call: VerbCall): ActionPlan {
  return planOf(call, {
    id: `call-${call.request_id}`,
    summary: `Call ${call.verb_id}`,
    text: `${call.caller}: ${call.verb_id}`,
  });
}

type PlanTexts = { id: string; summary: string; text: string };

/** The key of the write is the Draft's own: whoever repeats the call finds the Draft. */
function planOf({ verb_id, payload }: VerbCall, { id, summary, text }: PlanTexts): ActionPlan {
  const action = { toolkit: "agents", tool_slug: verb_id, args: payload, read_only: false } as const;
  return {
    plan_id: id,
    intent: "mutate",
    domain: "unknown",
    summary,
    language: "en",
    inputs: { raw_text: text },
    entities: [],
    actions: [{ ...action, idempotency_scope: plainScope(action), preview: summary }],
    needs_clarification: [],
    risks: [],
  };
}

function waiting(reason: string, draftId: string): VerbAnswer {
  const message = `${reason}; Draft ${draftId} waits for approval, and the caller continues without it`;
  return { ok: false, output: null, error: { code: "needs_approval", message } };
}

function denied(message: string): VerbAnswer {
  return { ok: false, output: null, error: { code: "denied", message } };
}
