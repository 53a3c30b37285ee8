/** What a job is found by. One job a key: enqueueing it again wakes it, it is never there twice. */
export type JobKey = { queue: string; key: string };

export type Job = JobKey & { tenant: string; dueAt: number };

/** A job as the engine hands it out. `version` grows with each enqueue, so that a wake-up during work is not lost. */
export type LeasedJob = Job & { version: number };

/** One stretch of work on a job, by exactly one handler at a time. */
export type Lease = {
  job: LeasedJob;
  /** Fires when the engine stops; the handler leaves things as they are and returns. */
  signal: AbortSignal;
  /** Called when the job is enqueued while it is being worked on. */
  onWake(call: () => void): void;
};

/**
 * Works on a job until it releases it in a transaction of its own (`Tx.release`). Returning without a release, or
 * throwing, leaves the job to be handed out again after a pause.
 */
export type Handler = (lease: Lease) => Promise<void>;

/** Durable keyed jobs and timers. Jobs are put in through `Tx.enqueue`, in the transaction that makes them needed. */
export interface Engine {
  /** Begins to hand out jobs, by queue name. */
  start(handlers: Readonly<Record<string, Handler>>): Promise<void>;
  /**
   * A new job whose transaction is on its way. Its work may begin at once, so that the first thing it writes can share the
   * commit; that write must fail if the job's own transaction does. Otherwise the job begins when it is durable.
   */
  expect?(job: Job): void;
  /** Resolves when every handler has returned. */
  stop(): Promise<void>;
}

/** What an engine that keeps its jobs in the store needs of it. */
export interface Jobs {
  /** Jobs due at `now`, soonest first. A job put in after `now` counts as due: the clock has gone back since. */
  due(now: number, limit: number): Promise<LeasedJob[]>;
  /** How many are due at `now`. */
  countDue(now: number): Promise<number>;
  /** When the next job after `now` is due. */
  nextDueAt(now: number): Promise<number | undefined>;
  /** Calls for each job that this process puts in, once it is committed; the returned function ends it. */
  watch(call: (job: LeasedJob) => void): () => void;
}

/** Held by at most one process at a time, and given up when that process ends, however it ends. */
export interface Lock {
  tryAcquire(): boolean;
  release(): void;
}
