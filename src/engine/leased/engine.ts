import type { Engine, JobKey, Jobs } from "../../ports/engine.ts";
import { createAlarm } from "../alarm.ts";
import { coalesce } from "./coalesce.ts";
import { createLeaseWorker, type LeaseWorkerDeps } from "./lease-worker.ts";

type LeasedEngineDeps = LeaseWorkerDeps & {
  jobs: Jobs;
  /** How often to look for jobs that no notification announced. */
  pollMs?: number;
};

/**
 * Shares the jobs of one store with the engines of other processes. A worker claims jobs by polling and renews their leases; a
 * job whose lease expires goes to another worker. Notifications only make it faster.
 */
export function createLeasedEngine(deps: LeasedEngineDeps): Engine {
  const { jobs, leases, clock, log, pollMs = 1_000 } = deps;
  const worker = createLeaseWorker(deps, { onFree: () => void poll(), onRetryAt: (at) => alarm.setBy(at) });
  const { slots, concurrency, leaseMs } = worker;
  let queues: readonly string[] = [];
  let isStopping = false;
  const unwatch: (() => void | Promise<void>)[] = [];

  const pollOnce = async (): Promise<void> => {
    if (isStopping) return;
    const now = clock.now();
    alarm.setBy(now + pollMs);
    const limit = concurrency - slots.size();
    const heldFor = worker.stopwatch();
    const open = queues.filter((queue) => !slots.isCrowded(queue));
    const claimed = limit > 0 ? await leases.acquire({ queues: open, now, limit, leaseMs }) : [];
    if (isStopping) return void (await Promise.all(claimed.map((job) => worker.giveBack(job))));
    for (const job of claimed) slots.begin({ job, heldFor });
    const nextDueAt = await jobs.nextDueAt(now);
    if (nextDueAt !== undefined) alarm.setBy(nextDueAt);
  };
  const poll = coalesce(() =>
    pollOnce().catch((error: unknown) => log.error("polling for jobs failed", { event: "engine.poll_failed", error })),
  );
  const alarm = createAlarm(clock, poll);
  const onJob = (job?: JobKey & { version: number; dueAt: number }): void => {
    if (job !== undefined && job.dueAt > clock.now()) alarm.setBy(job.dueAt);
    else if (job === undefined || !slots.wake(job, job.version)) void poll();
  };
  return {
    async start(handlers) {
      queues = Object.keys(handlers);
      unwatch.push(jobs.watch(onJob), leases.watch(onJob));
      worker.start(handlers);
      await poll();
    },
    async stop() {
      isStopping = true;
      alarm.clear();
      const stopped = worker.stop();
      for (const stop of unwatch.splice(0)) await stop();
      await Promise.all([stopped, poll()]);
    },
  };
}
