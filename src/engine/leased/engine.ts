import type { Clock } from "../../ports/clock.ts";
import type { JobOutcome, Engine, Handler, HeldJob, JobKey, Jobs, Leases } from "../../ports/engine.ts";
import type { Log } from "../../ports/log.ts";
import { isTransient } from "../../ports/store-error.ts";
import { createAlarm } from "../alarm.ts";
import { createHeartbeat } from "./heartbeat.ts";
import { createLeasedSlots } from "./leased-slots.ts";
import { coalesce } from "./coalesce.ts";
import { startStopwatch, type Stopwatch } from "./stopwatch.ts";

export type LeasedEngineParts = {
  jobs: Jobs;
  leases: Leases;
  clock: Clock;
  log: Log;
  /** Jobs running at once in this process. */
  concurrency?: number;
  /** How often to poll for jobs without a notification. */
  pollMs?: number;
  /** How long a lease lasts without renewal: after that the worker counts as dead and another takes over. */
  leaseMs?: number;
  /** A job is dead after this many failures. */
  maxFailures?: number;
  /** A lease is a matter of real time, so this is not the Clock port. */
  stopwatch?: Stopwatch;
};

/**
 * The last part of a lease, in which no irreversible call starts without renewing first: the call must be sent before
 * the lease expires.
 */
const uncertainFraction = 1 / 6;

/** First and longest backoff of a job whose handler failed or returned without a release. */
const firstBackoffMs = 1_000;
const maxBackoffMs = 300_000;

/**
 * Runs jobs together with the engines of other processes on the same store. Each job is held by a lease that expires
 * unless renewed; jobs without a notification are found by polling.
 */
export function createLeasedEngine(parts: LeasedEngineParts): Engine {
  const { jobs, leases, clock, log, concurrency = 64, pollMs = 1_000, leaseMs = 30_000, maxFailures = 50 } = parts;
  const { stopwatch = startStopwatch } = parts;
  let handlers: Readonly<Record<string, Handler>> = {};
  let isStopping = false;
  const unwatch: (() => void | Promise<void>)[] = [];

  const end = async (job: HeldJob, error: unknown): Promise<void> => {
    const now = clock.now();
    if (error !== undefined)
      log.error("job failed, will retry", { event: "engine.job_retry", queue: job.queue, key: job.key, error });
    const outcome = isStopping && error === undefined ? { retryAt: 0 } : outcomeOf(job, error, { now, maxFailures });
    // If this fails, the lease simply expires.
    await leases
      .finish(job, outcome)
      .catch((reason: unknown) =>
        log.warn("could not end a job, its lease will expire", { event: "engine.finish_failed", error: reason }),
      );
    if (outcome.retryAt > now) alarm.setBy(outcome.retryAt);
  };
  const slots = createLeasedSlots({
    concurrency,
    handler: (queue) => handlers[queue],
    onEnd: end,
    onFree: () => void poll(),
    sureMs: leaseMs * (1 - uncertainFraction),
    renew: () => heartbeat.beat(),
  });
  const pollOnce = async (): Promise<void> => {
    if (isStopping) return;
    const now = clock.now();
    alarm.setBy(now + pollMs);
    const limit = concurrency - slots.size();
    const heldFor = stopwatch();
    const queues = Object.keys(handlers).filter((queue) => !slots.isCrowded(queue));
    const taken = limit > 0 ? await leases.acquire({ queues, now, limit, leaseMs }) : [];
    if (isStopping) return void (await Promise.all(taken.map((job) => end(job, undefined))));
    for (const job of taken) slots.begin({ job, heldFor });
    const nextDueAt = await jobs.nextDueAt(now);
    if (nextDueAt !== undefined) alarm.setBy(nextDueAt);
  };
  const poll = coalesce(() =>
    pollOnce().catch((error: unknown) => log.error("polling for jobs failed", { event: "engine.poll_failed", error })),
  );
  const alarm = createAlarm(clock, poll);
  const heartbeat = createHeartbeat({ slots: () => slots, leases, clock, stopwatch, log, leaseMs });
  const onJob = (job?: JobKey & { version: number; dueAt: number }): void => {
    if (job !== undefined && job.dueAt > clock.now()) alarm.setBy(job.dueAt);
    else if (job === undefined || !slots.wake(job, job.version)) void poll();
  };
  return {
    async start(given) {
      handlers = given;
      unwatch.push(jobs.watch(onJob), leases.watch(onJob));
      heartbeat.start();
      await poll();
    },
    async stop() {
      isStopping = true;
      alarm.clear();
      const left = slots.stop();
      for (const stop of unwatch.splice(0)) await stop();
      await Promise.all([left, poll()]);
      // Renew leases until the last handler has returned.
      heartbeat.stop();
    },
  };
}

type FailureRules = { now: number; maxFailures: number };

/** Exponential backoff. A busy store is not counted as a failure of the job. */
function outcomeOf(job: HeldJob, error: unknown, { now, maxFailures }: FailureRules): JobOutcome {
  if (error === undefined || isTransient(error)) return { retryAt: now + firstBackoffMs };
  const restMs = Math.min(maxBackoffMs, firstBackoffMs * 2 ** Math.min(job.failures, 20));
  const isLast = job.failures + 1 >= maxFailures;
  return {
    retryAt: now + restMs,
    failure: { error: error instanceof Error ? `${error.name}: ${error.message}` : "unknown", now, isLast },
  };
}
