import type { Json } from "../plan/json.ts";
import type { Plan } from "../plan/plan.ts";
import type { EffectRecord, EffectState } from "./effect-record.ts";
import type { Job, Jobs, LeasedJob } from "./engine.ts";
import type { Entry, Fact } from "./fact.ts";
import type { Run, RunStatus } from "./run.ts";
import type { Count, RecordKey, RecordQuery, StoredRecord } from "./stored-record.ts";
import type { Wait } from "./wait.ts";

/**
 * The stored answer to an idempotent request; without `answer` the first request is still running, in the process named by
 * `holder`.
 */
export type Claim = {
  tenant: string;
  key: string;
  bodyHash: string;
  expiresAt: number;
  holder?: string;
  answer?: Json;
};

/** Names the process that holds a claim, and says whether such a process has ended. */
export interface ClaimHolders {
  own(): string | undefined;
  isGone(holder: string): boolean;
}

/**
 * The changes of one transaction, recorded and applied atomically. A failed precondition rejects all of them with
 * `StoreError` code `conflict`, or `limit` for a counter.
 */
export interface Tx {
  /** Stores the run and its plan; an existing plan is not stored twice. Conflict: the id is taken. */
  createRun(run: Run, plan: Plan): void;
  /** Replaces the run's record. Conflict: no such run, or it has ended. */
  setRun(run: Run): void;
  /** Conflict: the journal has a fact under the same key. */
  append(runId: string, fact: Fact, at: number): void;
  /** Conflict: the key is taken. */
  reserve(effect: EffectRecord): void;
  /** Conflict: the effect is not in one of the states `from`, or its owner is not this run or `heldBy`. */
  moveEffect(effect: EffectRecord, from: readonly EffectState[], heldBy?: string): void;
  /** Opens the wait; does nothing when it exists. */
  openWait(wait: Wait): void;
  /** Conflict: the wait is not open. */
  settleWait(wait: Wait): void;
  /** Replaces an open wait. Conflict: it is no longer as in `was`. */
  changeWait(wait: Wait, was: Wait): void;
  /** Conflict: the key is claimed, has not expired at `now`, and the stored claim is not `gone`. */
  claim(claim: Claim, now: number, gone?: Claim): void;
  /** Stores the answer until the claim's `expiresAt`. Conflict: no such claim. */
  answerClaim(claim: Claim & { answer: Json }): void;
  /** Frees the key after a failure. */
  dropClaim(tenant: string, key: string): void;
  /**
   * Adds or replaces the record as version `was + 1`. Conflict: the stored version is not `was`; 0 means none exists.
   */
  putRecord(record: Omit<StoredRecord, "version">, was: number): void;
  /** Conflict: the stored version is not `was`. */
  dropRecord(key: RecordKey, was: number): void;
  /** Adds to a counter that starts at 0. `StoreError` code `limit`: the sum would exceed the limit or fall below 0. */
  count(count: Count): void;
  /** Removes a counter if it exists. */
  dropCounter(tenant: string, key: string): void;
  /** Enqueues the job, or wakes the existing one: due at the earlier of both times. `now` is the time of enqueueing. */
  enqueue(job: Job, now: number): void;
  /** Conflict: another worker leased the job since. Makes a handler's writes count only while it owns the job. */
  assertLeased(job: LeasedJob): void;
  /** Ends the work on the job until `dueAt`, or for good. Does nothing if the job was woken since its lease. */
  release(job: LeasedJob, next?: { dueAt: number; now: number }): void;
}

/** `before` is the id of the last run of the previous page. */
export type RunQuery = { tenant: string; status?: RunStatus; limit: number; before?: string };

/** Durable storage. Everything belongs to a tenant, and tenants cannot read each other's data. */
export interface Store {
  /**
   * `change` is called synchronously, possibly more than once, and must only call `tx`. Resolves when durable; rejects
   * with `StoreError` without any change.
   */
  write(change: (tx: Tx) => void): Promise<void>;

  run(tenant: string, id: string): Promise<Run | undefined>;
  /** Latest id first; ids sort by creation time. */
  runs(query: RunQuery): Promise<Run[]>;
  plan(tenant: string, hash: string): Promise<Plan | undefined>;
  /** In write order, after `afterSeq`. */
  journal(tenant: string, runId: string, afterSeq?: number): Promise<Entry[]>;
  effect(tenant: string, key: string): Promise<EffectRecord | undefined>;
  effects(tenant: string, runId: string): Promise<EffectRecord[]>;
  wait(tenant: string, id: string): Promise<Wait | undefined>;
  /** Waits of one run, or all open waits of the tenant. */
  waits(tenant: string, of: { runId: string } | "open"): Promise<Wait[]>;
  claim(tenant: string, key: string): Promise<Claim | undefined>;
  record(key: RecordKey): Promise<StoredRecord | undefined>;
  /** Latest id first. */
  records(query: RecordQuery): Promise<StoredRecord[]>;
  /** 0 when nothing was counted. */
  counter(tenant: string, key: string): Promise<number>;
  /** Counters whose key starts with `prefix`, by key. */
  counters(tenant: string, prefix: string): Promise<{ key: string; value: number }[]>;

  jobs: Jobs;
  close(): Promise<void>;
}
