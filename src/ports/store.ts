import type { Json } from "../plan/json.ts";
import type { Plan } from "../plan/plan.ts";
import type { EffectRecord, EffectState } from "./effect-record.ts";
import type { Job, Jobs, LeasedJob } from "./engine.ts";
import type { Entry, Fact } from "./fact.ts";
import type { Run, RunStatus } from "./run.ts";
import type { Count, RecordKey, RecordQuery, StoredRecord } from "./stored-record.ts";
import type { Wait } from "./wait.ts";

/** An answer kept for a repeated request; without `answer` the first one is still being worked on. */
export type Claim = { tenant: string; key: string; bodyHash: string; expiresAt: number; answer?: Json };

/**
 * What one transaction changes. The calls are recorded and applied together: all or nothing, and a condition that
 * does not hold rejects the whole with `StoreError` code `conflict`, or `limit` for a counter.
 */
export interface Tx {
  /** The run and its plan; a plan that is there already is not stored twice. Conflict: the id is taken. */
  createRun(run: Run, plan: Plan): void;
  /** Replaces the run's record. Conflict: no such run, or it has ended. */
  setRun(run: Run): void;
  /** Conflict: a fact stands under the same key. */
  append(runId: string, fact: Fact, at: number): void;
  /** Conflict: the key is taken. */
  reserve(effect: EffectRecord): void;
  /** Conflict: the effect is not in one of the states `from`, or not held by this run or `heldBy`. */
  moveEffect(effect: EffectRecord, from: readonly EffectState[], heldBy?: string): void;
  /** Opens it, or does nothing when a wait with this id is there. */
  openWait(wait: Wait): void;
  /** Conflict: the wait is not open. */
  settleWait(wait: Wait): void;
  /** Conflict: the key is claimed and has not expired at `now`. */
  claim(claim: Claim, now: number): void;
  /** Keeps the answer until the claim's own `expiresAt`. Conflict: no such claim. */
  answerClaim(claim: Claim & { answer: Json }): void;
  /** The work failed: the key is free again. */
  dropClaim(tenant: string, key: string): void;
  /** Adds or replaces it, as version `was + 1`. Conflict: the version that stands is not `was`; 0 is "none stands". */
  putRecord(record: Omit<StoredRecord, "version">, was: number): void;
  /** Conflict: the version that stands is not `was`. */
  dropRecord(key: RecordKey, was: number): void;
  /** Adds to a counter that begins at 0. `StoreError` code `limit`: the sum would pass the limit or fall below 0. */
  count(count: Count): void;
  /** Forgets a counter; nothing happens where there is none. */
  dropCounter(tenant: string, key: string): void;
  /** Puts the job in, or wakes the one that is there: due at the earlier of both times. `now` is when it was put in. */
  enqueue(job: Job, now: number): void;
  /** Conflict: the job was taken over since its lease. What a handler writes along with it counts only while the job is its. */
  assertLeased(job: LeasedJob): void;
  /** The handler is done with the job until `dueAt`, or for good. Does nothing if the job was woken since its lease. */
  release(job: LeasedJob, next?: { dueAt: number; now: number }): void;
}

/** `before` is the id of the last run of the page before. */
export type RunQuery = { tenant: string; status?: RunStatus; limit: number; before?: string };

/** What is kept. Everything belongs to a tenant, and nobody reads another's. */
export interface Store {
  /**
   * `change` is called synchronously, perhaps more than once, and must only call `tx`. Resolves when it is durable;
   * rejects with `StoreError`, having changed nothing.
   */
  write(change: (tx: Tx) => void): Promise<void>;

  run(tenant: string, id: string): Promise<Run | undefined>;
  /** By id, the last first: ids sort by the time they were made. */
  runs(query: RunQuery): Promise<Run[]>;
  plan(tenant: string, hash: string): Promise<Plan | undefined>;
  /** In the order written, from after `afterSeq`. */
  journal(tenant: string, runId: string, afterSeq?: number): Promise<Entry[]>;
  effect(tenant: string, key: string): Promise<EffectRecord | undefined>;
  effects(tenant: string, runId: string): Promise<EffectRecord[]>;
  wait(tenant: string, id: string): Promise<Wait | undefined>;
  /** Of one run, or every open one of the tenant. */
  waits(tenant: string, of: { runId: string } | "open"): Promise<Wait[]>;
  claim(tenant: string, key: string): Promise<Claim | undefined>;
  record(key: RecordKey): Promise<StoredRecord | undefined>;
  /** By id, the last first. */
  records(query: RecordQuery): Promise<StoredRecord[]>;
  /** 0 where nothing was counted. */
  counter(tenant: string, key: string): Promise<number>;
  /** Every counter whose key begins with `prefix`, by key. */
  counters(tenant: string, prefix: string): Promise<{ key: string; value: number }[]>;

  jobs: Jobs;
  close(): Promise<void>;
}
