/** Identifies a job. Jobs are unique per key: enqueueing an existing one wakes it. */
export type JobKey = { queue: string; key: string };

/** Of the due jobs of a lane, those of the highest `priority` go first; 0 by default. A job that is woken keeps its own. */
export type Job = JobKey & { tenant: string; dueAt: number; priority?: number };

/**
 * A job handed to a handler. `version` grows with each enqueue, so a wake-up during work is not lost. `lease` is set
 * where several workers share the jobs; it is unique per handler call.
 */
export type LeasedJob = Job & { version: number; lease?: number };

/** One handler call for a job; a job has at most one at a time. */
export type Lease = {
  job: LeasedJob;
  /** Aborts when the engine stops or loses the lease; the handler returns without further changes. */
  signal: AbortSignal;
  /** Called when the job is enqueued while its handler runs. */
  onWake(call: () => void): void;
  /** Absent when no other worker can take the job. */
  guard?: LeaseGuard;
  /**
   * Waits for a job of another queue and frees the slot meanwhile; otherwise jobs waiting for others could occupy all
   * slots. When very many wait, no more of their queue are started.
   */
  yieldSlot?: <T>(wait: Promise<T>) => Promise<T>;
};

/**
 * Whether this worker still owns the job. A worker that was frozen for longer than its lease has lost it without notice.
 */
export type LeaseGuard = {
  /** Whether, by this machine's clocks, the lease cannot have expired. Checked last before anything irreversible. */
  stillLeased(): boolean;
  /** Renews the lease when it is not certain. False is final. */
  confirm(): Promise<boolean>;
};

/**
 * Processes a job until it releases it in a transaction of its own (`Tx.release`). Returning without a release, or
 * throwing, makes the engine run the job again after a backoff.
 */
export type Handler = (lease: Lease) => Promise<void>;

/**
 * Durable keyed jobs and timers. Jobs are enqueued with `Tx.enqueue`, in the transaction that creates the need for them.
 */
export interface Engine {
  /** Starts to run jobs, by queue name. */
  start(handlers: Readonly<Record<string, Handler>>): Promise<void>;
  /**
   * A new job whose transaction is being committed. The handler may start at once, so that its first write shares the
   * commit; that write must fail if the job's own transaction does. Otherwise the job starts once it is durable.
   */
  anticipate?(job: Job): void;
  /** Absent where the store itself hands out jobs. */
  deliveries?: () => Promise<DeliveryStats>;
  /** Resolves when every handler has returned. */
  stop(): Promise<void>;
}

/** The jobs of one queue. `running` are leased; the embedded engine has no leases and counts them as due. */
export type QueueDepth = {
  queue: string;
  due: number;
  running: number;
  dead: number;
  /** Since when the oldest due job could run. */
  oldestDueAt: number | undefined;
};

/** The deliveries of an engine whose jobs go through a server of their own. */
export type DeliveryStats = {
  /** Deliveries that no worker has taken yet, by queue. */
  waiting: Readonly<Record<string, number>>;
  /** When due jobs were last handed to the server, by queue. */
  relayedAt: Readonly<Record<string, number>>;
};

/** What an engine needs from the store that holds its jobs. */
export interface Jobs {
  /**
   * Jobs due at `now`: the highest priority first, then the soonest. Beyond the limit, no lane can crowd out another (`lanes.ts`). A job enqueued after
   * `now` counts as due: the clock went backwards.
   */
  due(now: number, limit: number): Promise<LeasedJob[]>;
  /** How full each queue is at `now`; queues with nothing due, running or dead are left out. */
  depths(now: number): Promise<QueueDepth[]>;
  /** When the next job after `now` is due. */
  nextDueAt(now: number): Promise<number | undefined>;
  /** Calls back for each job this process enqueues, once committed; the returned function unsubscribes. */
  watch(call: (job: LeasedJob) => void): () => void;
}

/** A job leased by one worker. `failures` counts consecutive failures of its handler. */
export type HeldJob = LeasedJob & { lease: number; failures: number };

/** Which due, unleased jobs to lease, and for how long. */
export type LeaseRequest = { queues: readonly string[]; now: number; limit: number; leaseMs: number };

/** How a handler call ended. A job that was not released runs again at `retryAt`, or sooner if enqueued again. */
export type JobOutcome = { retryAt: number; failure?: { error: string; now: number; isLast: boolean } };

/**
 * Leases on the jobs of a shared store: each job has one worker at a time, while it keeps renewing, measured by the
 * store's clock. A job leased again gets a new version.
 */
export interface Leases {
  /** Whether any lane has a limit: then a job that ends makes room for the next of its lane. */
  hasLimits: boolean;
  acquire(taking: LeaseRequest): Promise<HeldJob[]>;
  /** Claims those of the named jobs that are due and free, within the limits of their lanes. */
  acquireNamed(jobs: readonly JobKey[], request: Pick<LeaseRequest, "now" | "leaseMs">): Promise<HeldJob[]>;
  /**
   * A lease that is stored together with a job whose transaction has not been sent yet; `isStored` becomes true with the commit. Undefined
   * where none is at hand.
   */
  reserve(job: JobKey, leaseMs: number): { lease: number; isStored: boolean } | undefined;
  /** Renews leases; returns the jobs still leased, in their current state. */
  renew(leases: readonly number[], leaseMs: number): Promise<HeldJob[]>;
  finish(job: HeldJob, ending: JobOutcome): Promise<void>;
  /**
   * Calls back for jobs that another process enqueued, or without one when some may have been missed. Notifications may
   * be late or lost, so consumers also poll. The returned function unsubscribes.
   */
  watch(call: (job?: Omit<LeasedJob, "tenant">) => void): () => Promise<void>;
}

/** A job that is due since `readyAt`, and its position in its lane: jobs of the same position take turns. */
export type PlacedJob = JobKey & { tenant: string; place: number; readyAt: number };

/** What an engine needs from the store if a server delivers its jobs: it learns which jobs, and the store decides. */
export interface DeliveredLeases extends Leases {
  /** The jobs that `acquire` would claim, in its order, without claiming them. */
  choose(request: LeaseRequest): Promise<PlacedJob[]>;
}

/** A job whose handler failed too often. It does not run until it is enqueued again or revived. */
export type DeadJob = JobKey & { tenant: string; failures: number; error: string; deadAt: number };

export interface DeadJobs {
  /** Latest first. */
  list(limit: number): Promise<DeadJob[]>;
  /** Whether such a dead job existed. It is due at once. */
  revive(job: JobKey, now: number): Promise<boolean>;
  /** Revives all dead jobs, or those of one queue; gives their number. */
  reviveAll(filter: { queue?: string; now: number }): Promise<number>;
}

/** Held by at most one process, and released when that process ends for any reason. */
export interface Lock {
  tryAcquire(): boolean;
  release(): void;
}
