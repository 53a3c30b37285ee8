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
  /** Jobs worked on at once in this process. */
  concurrency?: number;
  /** How often to look for jobs that nobody told us of. */
  pollMs?: number;
  /** How long a job is held without a word: after that the worker counts as dead, and another takes over. */
  leaseMs?: number;
  /** A job whose handler has failed so often is given up. */
  maxFailures?: number;
  /** Of the machine itself; a lease is a matter of real time. */
  stopwatch?: Stopwatch;
};

/** The last part of a lease in which nothing irreversible begins without asking: a call must be out before the lease is. */
const uncertainFraction = 1 / 6;

/** How long a job rests whose handler left without a word, and longest after failures. */
const firstBackoffMs = 1_000;
const maxBackoffMs = 300_000;

/**
 * Works on jobs together with the engines of other processes on the same store. A job is held by a lease that runs out
 * unless it is renewed; what the process does not hear of, it finds by looking.
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
      log.error("a job failed and will be tried again", { queue: job.queue, key: job.key, error });
    const outcome = isStopping && error === undefined ? { retryAt: 0 } : outcomeOf(job, error, { now, maxFailures });
    // One that cannot be ended now ends by itself, when its lease runs out.
    await leases.finish(job, outcome).catch((reason: unknown) => log.warn("a job was not ended", { error: reason }));
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
  const poll = coalesce(() => pollOnce().catch((error: unknown) => log.error("looking for jobs failed", { error })));
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
      // Held to the last: a handler that takes its time to leave keeps its job.
      heartbeat.stop();
    },
  };
}

type FailureRules = { now: number; maxFailures: number };

/** Longer each time. A store that was busy is nobody's failure. */
function outcomeOf(job: HeldJob, error: unknown, { now, maxFailures }: FailureRules): JobOutcome {
  if (error === undefined || isTransient(error)) return { retryAt: now + firstBackoffMs };
  const restMs = Math.min(maxBackoffMs, firstBackoffMs * 2 ** Math.min(job.failures, 20));
  const isLast = job.failures + 1 >= maxFailures;
  return {
    retryAt: now + restMs,
    failure: { error: error instanceof Error ? `${error.name}: ${error.message}` : "unknown", now, isLast },
  };
}
