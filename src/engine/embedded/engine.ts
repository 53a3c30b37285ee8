import type { Clock } from "../../ports/clock.ts";
import type { Engine, Handler, Jobs, Lock } from "../../ports/engine.ts";
import type { LaneLimits } from "../../ports/lanes.ts";
import type { Log } from "../../ports/log.ts";
import { createAlarm } from "../alarm.ts";
import { createDispatcher } from "./dispatcher.ts";

type EmbeddedEngineParts = {
  jobs: Jobs;
  lock: Lock;
  clock: Clock;
  log: Log;
  /** Jobs running at once. */
  concurrency?: number;
  /** Of these, jobs of one lane. */
  limits?: LaneLimits;
  /** How often to poll for jobs that another process enqueued, and for the lock. */
  pollMs?: number;
};

/**
 * Runs the jobs of one store in this process. Of several processes on one store only the holder of the lock works, the
 * others stand by; jobs need no lease rows, since nobody else hands them out.
 */
export function createEmbeddedEngine(parts: EmbeddedEngineParts): Engine {
  const { jobs, lock, clock, log, concurrency = 64, limits = {}, pollMs = 500 } = parts;
  const stopping = new AbortController();
  let handlers: Readonly<Record<string, Handler>> = {};
  let holdsLock = false;
  let unwatch: (() => void) | undefined;

  const poll = async (): Promise<void> => {
    const now = clock.now();
    alarm.setBy(now + pollMs);
    holdsLock ||= lock.tryAcquire();
    if (!holdsLock) return;
    const due = await jobs.due(now, dispatcher.fetchLimit());
    const nextDueAt = await jobs.nextDueAt(now);
    if (stopping.signal.aborted) return;
    for (const job of due) dispatcher.take(job);
    if (nextDueAt !== undefined) alarm.setBy(nextDueAt);
  };
  const alarm = createAlarm(clock, () =>
    poll().catch((error: unknown) => log.error("polling for jobs failed", { event: "engine.poll_failed", error })),
  );
  const dispatcher = createDispatcher({
    concurrency,
    limits,
    clock,
    log,
    signal: stopping.signal,
    handler: (queue) => handlers[queue],
    pollBy: (at) => alarm.setBy(at),
  });

  return {
    async start(given) {
      handlers = given;
      unwatch = jobs.watch((job) => {
        if (job.dueAt > clock.now()) alarm.setBy(job.dueAt);
        else if (holdsLock) dispatcher.take(job, true);
      });
      await poll();
    },
    anticipate(job) {
      if (holdsLock && !stopping.signal.aborted && job.dueAt <= clock.now())
        dispatcher.anticipate({ ...job, version: 1 });
    },
    async stop() {
      unwatch?.();
      alarm.clear();
      stopping.abort();
      await dispatcher.settled();
      lock.release();
    },
  };
}
