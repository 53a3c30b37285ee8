import { z } from "zod";
import { PlanwrightError } from "../../contracts/errors.ts";
import { contentHash } from "../../plan/hash.ts";
import type { Json } from "../../plan/json.ts";
import { compact } from "../../plan/compact.ts";
import { priorityLevel } from "../../contracts/priority.ts";
import type { OverlapPolicy } from "../../contracts/react/trigger.ts";
import { isConflict, isOverLimit } from "../../ports/store-error.ts";
import type { Tx } from "../../ports/store.ts";
import { type Admission, admit, started } from "./admit.ts";
import { type Agent, planOf, priorityOf } from "../profile/agent.ts";
import type { AgentRun } from "../runs/agent-run.ts";
import type { AgentState } from "./agent-state.ts";
import { timestampOf } from "../../contracts/timestamp.ts";
import { buildRequest, type FiringContext } from "../runs/build-request.ts";
import { expandGoal, expandPlan, slotValues } from "../runs/expand-goal.ts";
import type { Decision } from "./decision.ts";
import { runInOrder } from "../run-in-order.ts";
import { type AgentDeps, jobKey, dayOfUtc, kinds, queues, tokensPrefix } from "../agent-deps.ts";
import { changeState, maxAttempts, putDecision, putRun, putState, readState } from "../records.ts";
import { snapshotOf, stateTree } from "../triggers/state/state-snapshot.ts";
import { nextDayAt } from "../triggers/time/wall-clock.ts";

type TriggerFiring = {
  /** The trigger's key, or `manual`. */
  trigger: string;
  /** Identifies the firing: the slot, the event's id, the crossing. */
  slot: string;
  overlap: OverlapPolicy;
  context: FiringContext;
  isForced?: boolean;
  /** Whether another daemon has decided it already; then nothing is written. */
  isDecided?: (state: AgentState) => boolean;
  /** A change of the agent's state to write with the decision. */
  change?: (state: AgentState) => AgentState;
  /** Changes to write with the decision; a conflict among them rejects. */
  inTransaction?: (tx: Tx) => void;
  /**
   * Whether the same firing may arrive again: from a bus with at-least-once delivery, or from a caller that repeats a
   * request. A request that was refused may be made again.
   */
  mayRepeat?: boolean;
};

/**
 * Decides a firing: reserves quota, interval, concurrency and budget, records and queues the run, and writes the
 * decision, all in one transaction. On a conflict with another daemon it decides again.
 */
export function fire(deps: AgentDeps, agent: Agent, firing: TriggerFiring): Promise<Decision> {
  return runInOrder(deps.store, jobKey(agent.tenant, agent.profile.id), () => decideAndWrite(deps, agent, firing));
}

async function decideAndWrite(deps: AgentDeps, agent: Agent, firing: TriggerFiring): Promise<Decision> {
  for (let attempt = 1; ; attempt += 1) {
    const decided = await decide(deps, agent, firing);
    try {
      await deps.store.write(decided.change);
      return decided.decision;
    } catch (error) {
      if (isOverLimit(error)) return await writeRefusal(deps, agent, firing);
      if (!isConflict(error) || attempt >= (firing.inTransaction === undefined ? maxAttempts : 3)) throw error;
    }
  }
}

type DecidedFiring = { decision: Decision; change: (tx: Tx) => void };

async function decide(deps: AgentDeps, agent: Agent, firing: TriggerFiring): Promise<DecidedFiring> {
  const { store, clock } = deps;
  const { tenant, profile } = agent;
  const now = clock.now();
  const seen = firing.mayRepeat === true ? await store.record(seenKey(agent, firing)) : undefined;
  if (seen !== undefined) {
    const { runId, request } = Seen.parse(seen.body);
    if (request !== undefined && request !== requestOf(firing)) throw new PlanwrightError("IDEMPOTENCY_KEY_REUSED");
    const decision = decisionOf(deps, { agent, firing }, { outcome: "deduplicated", ...compact({ runId }) });
    return { decision, change: (tx) => putDecision(tx, tenant, decision) };
  }
  const { value: state, version } = await readState(store, tenant, profile.id);
  if (firing.isDecided?.(state) === true)
    return { decision: decisionOf(deps, { agent, firing }, { outcome: "deduplicated" }), change: () => undefined };
  const changed = firing.change?.(state) ?? state;
  const allowed = admit(agent, changed, { overlap: firing.overlap, isForced: firing.isForced ?? false, now });
  // Filled in before anything is cancelled for it.
  const made = allowed.kind === "run" || allowed.kind === "replace" ? await newRun(deps, agent, firing) : undefined;
  const admission = typeof made === "string" ? ({ kind: "skip", reason: "goal", detail: made } as const) : allowed;
  const run = admission.kind === "run" && typeof made === "object" ? made : undefined;
  const outcome = { ...outcomeOf(admission), ...compact({ runId: run?.runId }) };
  const decision = decisionOf(deps, { agent, firing }, outcome);
  const next =
    run === undefined ? afterAdmission(changed, admission, firing) : started(agent, changed, { runId: run.runId, now });
  const replaced = admission.kind === "replace" ? changed.waiting.filter((one) => !next.waiting.includes(one)) : [];
  const replacements = replaced.map((one) =>
    decisionOf(deps, { agent, firing: one }, { outcome: "skipped", reason: "overlap" }),
  );
  return {
    decision,
    change(tx) {
      firing.inTransaction?.(tx);
      for (const one of [decision, ...replacements]) putDecision(tx, tenant, one);
      for (const runId of next.cancelling.filter((id) => !changed.cancelling.includes(id)))
        tx.enqueue({ queue: queues.run, key: runId, tenant, dueAt: now }, now);
      putState(tx, { tenant, agentId: profile.id }, { value: next, version });
      if (firing.mayRepeat === true && (run !== undefined || firing.trigger !== "manual"))
        tx.putRecord({ ...seenKey(agent, firing), group: dayOfUtc(now), body: seenBody(firing, run) }, 0);
      if (run === undefined) return;
      putRun(tx, tenant, { value: run, version: 0 });
      if (run.reserved !== undefined) {
        const { key, tokens: add } = run.reserved;
        tx.count(compact({ tenant, key, add, limit: deps.maxTokensPerDay }));
      }
      const priority = priorityLevel(run.priority);
      tx.enqueue({ queue: queues.run, key: run.runId, tenant, dueAt: now, priority }, now);
    },
  };
}

/** The state after a firing that does not start now. */
function afterAdmission(state: AgentState, { kind }: Admission, { trigger, slot, context }: TriggerFiring): AgentState {
  const own = { trigger, slot, context };
  if (kind === "wait") return { ...state, waiting: [...state.waiting, own] };
  if (kind !== "replace") return state;
  const others = state.waiting.filter((one) => one.trigger !== trigger);
  return { ...state, waiting: [...others, own], cancelling: [...state.active] };
}

/** The day's tokens are used up: only the decision is written. */
async function writeRefusal(deps: AgentDeps, agent: Agent, firing: TriggerFiring): Promise<Decision> {
  const { tenant, profile } = agent;
  const until = nextDayAt(deps.clock.now(), "UTC");
  const limit = deps.maxTokensPerDay ?? 0;
  const decision = decisionOf(deps, { agent, firing }, { outcome: "skipped", reason: "budget", limit, until });
  const refuse = (tx: Tx): void => {
    firing.inTransaction?.(tx);
    putDecision(tx, tenant, decision);
  };
  await changeState(deps, { tenant, agentId: profile.id }, (state) =>
    firing.isDecided?.(state) === true ? undefined : { state: firing.change?.(state) ?? state, also: refuse },
  );
  return decision;
}

/** The run, or why its goal cannot be filled in. */
async function newRun(deps: AgentDeps, agent: Agent, firing: TriggerFiring): Promise<AgentRun | string> {
  const { ids, clock, maxTokensPerDay } = deps;
  const snapshot = await snapshotOf(deps, agent.tenant);
  const { overrideGoal, facts } = firing.context;
  const values = {
    now: timestampOf(clock.now()),
    event: facts?.["event"],
    state: await stateTree(deps, agent.tenant),
    slot: slotValues(Date.parse(firing.slot) || clock.now(), agent.zone),
  };
  const wanted = overrideGoal === undefined ? planOf(agent, firing.trigger) : undefined;
  const filled = wanted === undefined ? undefined : expandPlan(wanted, values);
  if (filled?.ok === false) return filled.detail;
  const template = filled === undefined ? agent.profile.goal_template.description : `Run the plan ${filled.plan.name}`;
  const goal = expandGoal(overrideGoal ?? template, values);
  if (!goal.ok) return goal.detail;
  const runId = ids.next();
  const { profile, version: profileVersion } = agent;
  const { max_tokens_reason, max_tokens_answer } = profile.limits.planner_limits;
  const startedAt = clock.now();
  return {
    runId,
    trigger: firing.trigger,
    slot: firing.slot,
    profile,
    profileVersion,
    request: buildRequest(agent, firing.context, { requestId: `agent:${runId}`, snapshot, goalText: goal.text }),
    ...compact({ plan: filled?.plan, priority: priorityOf(agent, firing.trigger) }),
    startedAt,
    ...(maxTokensPerDay !== undefined &&
      filled === undefined && {
        reserved: { key: tokensPrefix + dayOfUtc(startedAt), tokens: max_tokens_reason + max_tokens_answer },
      }),
  };
}

/** The decision as it is stored, from its outcome. */
export function decisionOf(
  { ids, clock }: Pick<AgentDeps, "ids" | "clock">,
  { agent, firing }: { agent: Agent; firing: Pick<TriggerFiring, "trigger" | "slot" | "isForced"> },
  came: Pick<Decision, "outcome"> & Partial<Decision>,
): Decision {
  const { trigger, slot, isForced } = firing;
  const forced = isForced === true ? ({ isForced } as const) : {};
  return { id: ids.next(), agentId: agent.profile.id, trigger, slot, at: clock.now(), ...forced, ...came };
}

function outcomeOf(admission: Admission): Pick<Decision, "outcome"> & Partial<Decision> {
  switch (admission.kind) {
    case "run":
      return { outcome: "fired" };
    case "wait":
    case "replace":
      return { outcome: "queued", reason: "overlap" };
    case "skip": {
      const { kind: _kind, ...refusal } = admission;
      return { outcome: "skipped", ...refusal };
    }
    default:
      return admission satisfies never;
  }
}

/** What is kept of a firing that may repeat: the run, and what a caller asked for under its key. */
const Seen = z.object({ runId: z.string().optional(), request: z.string().optional() }).catch({});

function seenBody(firing: TriggerFiring, run: AgentRun | undefined): Json {
  if (firing.trigger !== "manual" || run === undefined) return null;
  return { runId: run.runId, request: requestOf(firing) };
}

const requestOf = ({ context, isForced = false }: TriggerFiring): string => contentHash([context, isForced]);

function seenKey(
  { tenant, profile }: Agent,
  { trigger, slot }: TriggerFiring,
): { tenant: string; kind: string; id: string } {
  return { tenant, kind: kinds.seen, id: `${profile.id}|${trigger}|${slot}` };
}
