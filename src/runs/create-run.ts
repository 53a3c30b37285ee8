import { type CheckResult, refused } from "../plan/check-result.ts";
import { createGraph } from "../plan/graph.ts";
import { contentHashFull } from "../plan/hash.ts";
import type { Issue } from "../plan/issue.ts";
import type { Plan } from "../plan/plan.ts";
import type { Clock } from "../ports/clock.ts";
import type { Job } from "../ports/engine.ts";
import type { Fact } from "../ports/fact.ts";
import type { Ids } from "../ports/ids.ts";
import type { Origin, Run } from "../ports/run.ts";
import { isConflict } from "../ports/store-error.ts";
import type { Claim, Store, Tx } from "../ports/store.ts";
import type { Verbs } from "../ports/verbs.ts";
import type { FreshRuns } from "./fresh-runs.ts";
import { pinsOf, type CurrentPolicyLookup } from "./pins.ts";
import { planHashOf } from "./plan-hash.ts";
import { jobOf } from "./run-queue.ts";

export type CreateParts = {
  store: Store;
  verbs: Verbs;
  clock: Clock;
  ids: Ids;
  currentPolicy?: CurrentPolicyLookup;
  fresh?: FreshRuns;
  /** Told of the job of a new run while it is being stored; see `Engine.expect`. */
  anticipate?: (job: Job) => void;
  /** Told of a run before it is stored, where it is asked for. */
  onCreate?: (run: Run) => void;
};

export type RunRequest = {
  tenant: string;
  plan: Plan;
  caller: string;
  /** The same key always means the same run; with another plan it is refused. */
  idempotencyKey?: string;
  origin?: Origin;
  /** Changes that happen together with the run, or not at all; a conflict among them rejects with `StoreError`. */
  inTransaction?: (tx: Tx, run: Run) => void;
};

/** Stores the run, its plan and its job in one transaction: once this resolves it will be carried out. */
export async function createRun(
  parts: CreateParts,
  request: RunRequest,
  done: readonly Fact[] = [],
): Promise<CheckResult<Run>> {
  const issues = findNeverEnding(request.plan);
  if (issues.length > 0) return refused(...issues);
  const { tenant, plan, caller, idempotencyKey, inTransaction: along, origin = { kind: "request" } } = request;
  const now = parts.clock.now();
  const run: Run = {
    id: parts.ids.next(),
    tenant,
    planHash: planHashOf(plan),
    caller,
    pins: pinsOf(plan, parts, { tenant, caller }),
    origin,
    createdAt: now,
    status: "queued",
  };
  const claim = idempotencyKey === undefined ? undefined : claimOf(run, idempotencyKey);
  const job = jobOf(run, now);
  const fresh = done.length === 0 ? parts.fresh : undefined;
  // Before it is durable, since the engine may hand it out the moment it is.
  fresh?.put(run, plan);
  parts.onCreate?.(run);
  try {
    const stored = parts.store.write((tx) => {
      if (claim !== undefined) tx.claim(claim, now);
      tx.createRun(run, plan);
      for (const fact of done) tx.append(run.id, fact, now);
      tx.enqueue(job, now);
      along?.(tx, run);
    });
    // Its execution must not look for it in the store. With a condition it may well not come to be.
    if (fresh !== undefined && claim === undefined && along === undefined) parts.anticipate?.(job);
    await stored;
    return { ok: true, value: run };
  } catch (error) {
    parts.fresh?.take(run.id);
    if (claim === undefined || !isConflict(error)) throw error;
    return existing(parts.store, claim);
  }
}

/** The key belongs to the run for as long as the run is kept; a rerun of the same plan is something else that was asked. */
function claimOf({ id, tenant, planHash, origin }: Run, key: string): Claim {
  const bodyHash = origin.kind === "request" ? planHash : contentHashFull([planHash, origin]);
  return { tenant, key: `run:${key}`, bodyHash, expiresAt: Number.MAX_SAFE_INTEGER, answer: id };
}

async function existing(store: Store, { tenant, key, bodyHash }: Claim): Promise<CheckResult<Run>> {
  const claim = await store.claim(tenant, key);
  const found = typeof claim?.answer === "string" ? await store.run(tenant, claim.answer) : undefined;
  if (found !== undefined && claim?.bodyHash === bodyHash) return { ok: true, value: found };
  const isSwept = found === undefined && claim?.bodyHash === bodyHash;
  return refused({
    code: "IDEMPOTENCY_CONFLICT",
    pointer: "",
    message: isSwept
      ? "the key was used before for this plan, and its run is no longer kept"
      : "the key was used before for a run of another plan",
    hint: "Send the same plan again, or use a new key.",
  });
}

/** A plan whose steps wait for one another, or for a step that is not there, would be carried out in part only. */
function findNeverEnding(plan: Plan): Issue[] {
  const graph = createGraph(plan.steps);
  const cycles = graph.cycles.map(([at = 0]): Issue => {
    return { code: "DEPENDENCY_CYCLE", pointer: `/steps/${at}`, message: "the steps wait for one another" };
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
