/** What a job is found by. One job a key: enqueueing it again wakes it, it is never there twice. */
export type JobKey = { queue: string; key: string };

export type Job = JobKey & { tenant: string; dueAt: number };

/**
 * A job as the engine hands it out. `version` grows with each enqueue, so that a wake-up during work is not lost. `lease`
 * is there where several workers share the jobs: no two stretches of work have the same.
 */
export type LeasedJob = Job & { version: number; lease?: number };

/** One stretch of work on a job, by exactly one handler at a time. */
export type Lease = {
  job: LeasedJob;
  /** Fires when the engine stops or loses the job to another; the handler leaves things as they are and returns. */
  signal: AbortSignal;
  /** Called when the job is enqueued while it is being worked on. */
  onWake(call: () => void): void;
  /** Absent where nobody else can take the job. */
  guard?: LeaseGuard;
  /**
   * Waits for a job of another queue. The room of this one is free meanwhile: else all room could be held by jobs that wait
   * for others. Where very many wait, no more of their queue are begun.
   */
  yieldSlot?: <T>(wait: Promise<T>) => Promise<T>;
};

/** Whether a job is still this worker's. One that was frozen for longer than its lease has lost it without a word. */
export type LeaseGuard = {
  /** By this machine's own clocks the lease cannot have run out. Asked last of all before anything irreversible. */
  stillLeased(): boolean;
  /** Asks the store where it is not sure. False is for good. */
  confirm(): Promise<boolean>;
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
  anticipate?(job: Job): void;
  /** Resolves when every handler has returned. */
  stop(): Promise<void>;
}

/** What an engine that keeps its jobs in the store needs of it. */
export interface Jobs {
  /**
   * Jobs due at `now`, soonest first. Where there are more than the limit, no lane's many hide another's few (`lanes.ts`). A
   * job put in after `now` counts as due: the clock has gone back since.
   */
  due(now: number, limit: number): Promise<LeasedJob[]>;
  /** How many are due at `now`. */
  countDue(now: number): Promise<number>;
  /** When the next job after `now` is due. */
  nextDueAt(now: number): Promise<number | undefined>;
  /** Calls for each job that this process puts in, once it is committed; the returned function ends it. */
  watch(call: (job: LeasedJob) => void): () => void;
}

/** A job that one worker holds. `failures` is how often its handler has failed since it last did not. */
export type HeldJob = LeasedJob & { lease: number; failures: number };

/** What is taken: jobs of these queues that are due at `now` and held by nobody, for so long. */
export type LeaseRequest = { queues: readonly string[]; now: number; limit: number; leaseMs: number };

/** How a stretch of work ended. A job that was not released rests until `restUntil`, unless it was put in again. */
export type JobOutcome = { retryAt: number; failure?: { error: string; now: number; isLast: boolean } };

/**
 * What engines need of a store to share its jobs: each is held by one worker at a time, for as long as that worker says
 * so again and again, by the store's own clock. A job that was held and is handed out again is a new version.
 */
export interface Leases {
  acquire(taking: LeaseRequest): Promise<HeldJob[]>;
  /** Holds on to them; gives those that are still held, as they stand now. */
  renew(leases: readonly number[], leaseMs: number): Promise<HeldJob[]>;
  finish(job: HeldJob, ending: JobOutcome): Promise<void>;
  /**
   * Calls for jobs that another process puts in, without one where some may have been missed. It may come late or
   * never: who depends on a job looks for it. The returned function ends it.
   */
  watch(call: (job?: JobKey & { version: number; dueAt: number }) => void): () => Promise<void>;
}

/** A job whose handler has failed too often. It is not handed out until it is put in again, or revived. */
export type DeadJob = JobKey & { tenant: string; failures: number; error: string; deadAt: number };

export interface DeadJobs {
  /** The latest first. */
  list(limit: number): Promise<DeadJob[]>;
  /** Whether there was such a dead job. It is due at once. */
  revive(job: JobKey, now: number): Promise<boolean>;
}

/** Held by at most one process at a time, and given up when that process ends, however it ends. */
export interface Lock {
  tryAcquire(): boolean;
  release(): void;
}
