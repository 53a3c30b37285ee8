import { compact } from "../../plan/compact.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Handler, HeldJob, Job, JobOutcome, Leases } from "../../ports/engine.ts";
import type { Log } from "../../ports/log.ts";
import { isTransient } from "../../ports/store-error.ts";
import { createHeartbeat } from "./heartbeat.ts";
import { createLeasedSlots, type LeasedSlots } from "./leased-slots.ts";
import { startStopwatch, type Stopwatch } from "./stopwatch.ts";

export type LeaseWorkerDeps = {
  leases: Leases;
  clock: Clock;
  log: Log;
  /** Jobs worked on at once in this process. */
  concurrency?: number;
  /** After this long without a renewal the worker counts as dead, and another takes its job. */
  leaseMs?: number;
  /** A job is dead after so many failures in a row. */
  maxFailures?: number;
  /** Measures real time on this machine. */
  stopwatch?: Stopwatch;
};

/** The reports to the engine that finds the jobs. */
type LeaseWorkerEvents = {
  /** A slot is free. */
  onFree: () => void;
  /** A job may be handed out again at this time. */
  onRetryAt: (at: number) => void;
};

/** The part that every engine on leases shares: slots, heartbeat, back-off and dead jobs. How jobs are found is the engine's own. */
type LeaseWorker = {
  slots: LeasedSlots;
  concurrency: number;
  leaseMs: number;
  stopwatch: Stopwatch;
  start(handlers: Readonly<Record<string, Handler>>): void;
  /** Starts on a job whose transaction has not been sent yet, if a lease is at hand that can be stored with it. */
  anticipate(job: Job, onDone?: () => void): boolean;
  /** Gives a job back that was claimed and will not be worked on. */
  giveBack(job: HeldJob): Promise<void>;
  /** Aborts every handler and resolves when all have returned. Leases are renewed until then. */
  stop(): Promise<void>;
};

/** Near the end of a lease nothing irreversible starts without asking the store: a call must be sent before the lease expires. */
const uncertainFraction = 1 / 6;

const firstBackoffMs = 1_000;
const maxBackoffMs = 300_000;

export function createLeaseWorker(deps: LeaseWorkerDeps, { onFree, onRetryAt }: LeaseWorkerEvents): LeaseWorker {
  const { leases, clock, log, concurrency = 64, leaseMs = 10_000, maxFailures = 50 } = deps;
  const { stopwatch = startStopwatch } = deps;
  let handlers: Readonly<Record<string, Handler>> = {};
  let isStopping = false;

  const end = async (job: HeldJob, error: unknown): Promise<void> => {
    const now = clock.now();
    if (error !== undefined)
      log.error("job failed, will retry", { event: "engine.job_retry", queue: job.queue, key: job.key, error });
    const outcome = isStopping && error === undefined ? { retryAt: 0 } : outcomeOf(job, error, { now, maxFailures });
    await leases
      .finish(job, outcome)
      // Its lease expires, and the job is handed out again.
      .catch((reason: unknown) =>
        log.warn("job not finished in the store", { event: "engine.finish_failed", error: reason }),
      );
    if (outcome.retryAt > now) onRetryAt(outcome.retryAt);
  };
  const slots = createLeasedSlots({
    concurrency,
    handler: (queue) => handlers[queue],
    onEnd: end,
    onFree,
    sureMs: leaseMs * (1 - uncertainFraction),
    renew: () => heartbeat.beat(),
  });
  const heartbeat = createHeartbeat({ slots: () => slots, leases, clock, stopwatch, log, leaseMs });
  return {
    slots,
    concurrency,
    leaseMs,
    stopwatch,
    start(given) {
      handlers = given;
      heartbeat.start();
    },
    anticipate(job, onDone) {
      if (isStopping || leases.hasLimits || handlers[job.queue] === undefined || slots.isCrowded(job.queue))
        return false;
      const heldFor = stopwatch();
      const reserved = leases.reserve(job, leaseMs);
      if (reserved === undefined) return false;
      const held = { ...job, version: 1, lease: reserved.lease, failures: 0 };
      slots.begin({ job: held, heldFor, reserved, ...compact({ onDone }) });
      return true;
    },
    giveBack: (job) => end(job, undefined),
    async stop() {
      isStopping = true;
      await slots.stop();
      heartbeat.stop();
    },
  };
}

type FailureRules = { now: number; maxFailures: number };

/** Exponential back-off. A store that was busy does not count as a failure of the job. */
function outcomeOf(job: HeldJob, error: unknown, { now, maxFailures }: FailureRules): JobOutcome {
  if (error === undefined || isTransient(error)) return { retryAt: now + firstBackoffMs };
  const backoffMs = Math.min(maxBackoffMs, firstBackoffMs * 2 ** Math.min(job.failures, 20));
  const isLast = job.failures + 1 >= maxFailures;
  return {
    retryAt: now + backoffMs,
    failure: { error: error instanceof Error ? `${error.name}: ${error.message}` : "unknown", now, isLast },
  };
}
