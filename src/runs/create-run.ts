import { compact } from "../plan/compact.ts";
import type { Priority } from "../contracts/priority.ts";
import type { BoundedCache } from "../plan/bounded-cache.ts";
import { type CheckResult, refused } from "../plan/check-result.ts";
import { createGraph } from "../plan/graph.ts";
import { contentHashFull } from "../plan/hash.ts";
import type { Issue } from "../plan/issue.ts";
import type { Plan } from "../plan/plan.ts";
import { resolve } from "../plan/resolve.ts";
import { planHashOf } from "../plan/structure-hash.ts";
import type { Clock } from "../ports/clock.ts";
import type { Job } from "../ports/engine.ts";
import type { Fact } from "../ports/fact.ts";
import type { Ids } from "../ports/ids.ts";
import type { Origin, Run } from "../ports/run.ts";
import { isConflict } from "../ports/store-error.ts";
import type { Claim, Store, Tx } from "../ports/store.ts";
import type { Verbs } from "../ports/verbs.ts";
import { openBuffers } from "./event-buffer.ts";
import { type CurrentPolicyLookup, pinsOf } from "./pins.ts";
import { jobOf } from "./run-queue.ts";

export type FreshRun = { run: Run; plan: Plan };

/** Runs created in this process and not started yet, so their first execution need not read what was just written. */
export type FreshRuns = BoundedCache<string, FreshRun>;

export type CreateParts = {
  store: Store;
  verbs: Verbs;
  clock: Clock;
  ids: Ids;
  currentPolicy?: CurrentPolicyLookup;
  fresh?: FreshRuns;
  /** Called with the job of a new run while it is being stored; see `Engine.anticipate`. */
  anticipate?: (job: Job) => void;
  /** Called with a run before it is stored, by the caller that creates it. */
  onCreate?: (run: Run) => void;
};

export type RunRequest = {
  tenant: string;
  plan: Plan;
  caller: string;
  /** The same key always returns the same run; with another plan it is rejected. */
  idempotencyKey?: string;
  origin?: Origin;
  /** Writes again what earlier runs did under the scopes of the plan; a text where the plan has its own scopes already. */
  repeat?: boolean | string;
  agentRunId?: string;
  /** Starts the run no sooner. */
  runAt?: number;
  priority?: Priority;
  /** Changes committed together with the run; a conflict among them rejects with `StoreError`. */
  inTransaction?: (tx: Tx, run: Run) => void;
};

/** Stores the run, its plan and its job in one transaction: once this resolves, the run will execute. */
export async function createRun(
  parts: CreateParts,
  request: RunRequest,
  done: readonly Fact[] = [],
): Promise<CheckResult<Run>> {
  const issues = findImpossible(parts.verbs, request);
  if (issues.length > 0) return refused(...issues);
  const { tenant, caller, idempotencyKey, inTransaction, origin = { kind: "request" } } = request;
  const now = parts.clock.now();
  const runAt = request.runAt !== undefined && request.runAt > now ? request.runAt : undefined;
  const id = parts.ids.next();
  const repeat = request.repeat === true ? id : request.repeat || undefined;
  const plan = request.repeat === true ? withOwnScopes(request.plan, id) : request.plan;
  const run: Run = {
    id,
    tenant,
    planHash: planHashOf(plan),
    caller,
    pins: pinsOf(plan, parts, { tenant, caller }),
    origin,
    createdAt: now,
    status: "queued",
    ...compact({ agentRunId: request.agentRunId, priority: request.priority, runAt, repeat }),
  };
  const claim =
    idempotencyKey === undefined ? undefined : claimOf({ ...run, planHash: planHashOf(request.plan) }, idempotencyKey);
  const job = jobOf(run, runAt ?? now);
  const fresh = done.length === 0 && runAt === undefined ? parts.fresh : undefined;
  // Before the commit, since the engine may start the job the moment it is durable.
  fresh?.set(run.id, { run, plan });
  parts.onCreate?.(run);
  try {
    const stored = parts.store.write((tx) => {
      if (claim !== undefined) tx.claim(claim, now);
      tx.createRun(run, plan);
      openBuffers(tx, run, plan);
      for (const fact of done) tx.append(run.id, fact, now);
      tx.enqueue(job, now);
      inTransaction?.(tx, run);
    });
    // The execution must not read the store for it. With a precondition the run may not come to exist.
    if (fresh !== undefined && claim === undefined && inTransaction === undefined) parts.anticipate?.(job);
    await stored;
    return { ok: true, value: run };
  } catch (error) {
    parts.fresh?.delete(run.id);
    if (claim === undefined || !isConflict(error)) throw error;
    return existing(parts.store, claim);
  }
}

/** Why a plan can never complete. */
export function findImpossible(verbs: Verbs, request: Pick<RunRequest, "plan" | "tenant">): Issue[] {
  return [...findNeverEnding(request.plan), ...findImpossibleLookups(verbs, request)];
}

/** Makes every scope of the plan its own, so that nothing done before counts. */
export function withOwnScopes(plan: Plan, repeat: string): Plan {
  const steps = plan.steps.map((step) =>
    step.effect?.scope === undefined
      ? step
      : { ...step, effect: { ...step.effect, scope: `${step.effect.scope}:repeat:${repeat}` } },
  );
  return { ...plan, steps };
}

/** The key belongs to the run while the run is stored; a rerun of the same plan is a different request. */
function claimOf({ id, tenant, planHash, origin }: Run, key: string): Claim {
  const isNew = origin.kind === "request" || origin.kind === "plan";
  const bodyHash = isNew ? planHash : contentHashFull([planHash, origin]);
  return { tenant, key: claimKey(key), bodyHash, expiresAt: Number.MAX_SAFE_INTEGER, answer: id };
}

/** The run that was created under an idempotency key. */
export async function runOfKey(store: Store, tenant: string, idempotencyKey: string): Promise<Run | undefined> {
  const claim = await store.claim(tenant, claimKey(idempotencyKey));
  return typeof claim?.answer === "string" ? store.run(tenant, claim.answer) : undefined;
}

function claimKey(idempotencyKey: string): string {
  return `run:${idempotencyKey}`;
}

async function existing(store: Store, { tenant, key, bodyHash }: Claim): Promise<CheckResult<Run>> {
  const claim = await store.claim(tenant, key);
  const found = typeof claim?.answer === "string" ? await store.run(tenant, claim.answer) : undefined;
  if (found !== undefined && claim?.bodyHash === bodyHash) return { ok: true, value: found };
  const isPurged = found === undefined && claim?.bodyHash === bodyHash;
  return refused({
    code: "IDEMPOTENCY_CONFLICT",
    pointer: "",
    message: isPurged
      ? "the key was used before for this plan, and its run was purged"
      : "the key was used before for a run of another plan",
    hint: "Send the same plan again, or use a new key.",
  });
}

/** Lookups of queries and endpoints that are not declared, or with filters that do not fit them. */
function findImpossibleLookups(verbs: Verbs, { plan, tenant }: Pick<RunRequest, "plan" | "tenant">): Issue[] {
  return plan.steps.flatMap((step, at): Issue[] => {
    if (step.kind !== "lookup") return [];
    const payload = { query: step.query, filters: step.filters };
    // Arguments that a result fills in are checked once it exists.
    if (!resolve(payload, plan.spelling, () => undefined).ok) return [];
    const error = verbs.check?.(`lookup.${step.target}`, payload, tenant);
    if (error === undefined) return [];
    const place = error.code === "unknown_query" ? "query" : "filters";
    return [{ code: "INVALID_ARGUMENTS", pointer: `/steps/${at}/${place}`, message: error.message }];
  });
}

/** Whether each step has an id of its own and depends on earlier steps only, as in almost every plan. */
function isInOrder({ steps }: Plan): boolean {
  const earlier = new Set<string>();
  for (const { id, dependsOn } of steps) {
    if (earlier.has(id) || !dependsOn.every((other) => earlier.has(other))) return false;
    earlier.add(id);
  }
  return true;
}

/** A plan whose steps wait for one another, or for a missing step, would never finish. */
function findNeverEnding(plan: Plan): Issue[] {
  if (isInOrder(plan)) return [];
  const graph = createGraph(plan.steps);
  const cycles = graph.cycles.map(([at = 0]): Issue => {
    return { code: "DEPENDENCY_CYCLE", pointer: `/steps/${at}`, message: "the steps depend on one another" };
  });
  const unknown = plan.steps.flatMap(({ dependsOn }, at) =>
    dependsOn.flatMap((id, index): Issue[] => {
      const pointer = `/steps/${at}/dependsOn/${index}`;
      return graph.positions.has(id)
        ? []
        : [{ code: "UNKNOWN_DEPENDENCY", pointer, message: `no step is called ${id}` }];
    }),
  );
  const repeated = plan.steps.flatMap(({ id }, at): Issue[] =>
    graph.positions.get(id) === at
      ? []
      : [{ code: "DUPLICATE_STEP_ID", pointer: `/steps/${at}/id`, message: `${id} is there twice` }],
  );
  return [...cycles, ...unknown, ...repeated];
}
