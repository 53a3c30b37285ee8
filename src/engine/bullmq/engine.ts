import type { Clock } from "../../ports/clock.ts";
import type { DeliveredLeases, Engine, JobKey, Jobs, LeasedJob } from "../../ports/engine.ts";
import { createAlarm } from "../alarm.ts";
import { createLeaseWorker, type LeaseWorkerDeps } from "../leased/lease-worker.ts";
import { createCapacity } from "./capacity.ts";
import { createClaims } from "../claims.ts";
import { jobId } from "../job-id.ts";
import { type Deliveries, takeDeliveries } from "./deliveries.ts";
import { openQueues, type Queues, type QueuesDeps } from "./queues.ts";
import { createRelay, type Relay } from "./relay.ts";

type BullmqEngineDeps = LeaseWorkerDeps &
  Pick<QueuesDeps, "redisUrl" | "prefix"> & {
    jobs: Jobs;
    leases: DeliveredLeases;
    pollMs?: number;
  };

/** What runs between start and stop. */
type Delivery = { queues: Queues; relay: Relay; deliveries: readonly Deliveries[] };

/** How long a stopping process waits for an unreachable Redis. */
const stopMs = 2_000;

/**
 * Jobs delivered by BullMQ. The jobs table is authoritative: a relay adds due rows to Redis, a worker that gets a delivery claims
 * its row, and the claim's lease fences every write. A delivery that is lost, late or doubled costs time, never work.
 */
export function createBullmqEngine(deps: BullmqEngineDeps): Engine {
  const { jobs, leases, clock } = deps;
  let open: Delivery | undefined;
  const stops: (() => void | Promise<void>)[] = [];
  const onFree = (): void => {
    capacity.release();
    if (leases.hasLimits) open?.relay.makeRoom();
  };
  const worker = createLeaseWorker(deps, { onFree, onRetryAt: (at) => open?.relay.wakeAt(at) });
  const { slots, leaseMs } = worker;
  let queueCount = 1;
  const shareOf = (queue: string): number => (slots.isCrowded(queue) ? 0 : Math.ceil(capacity.free() / queueCount));
  const capacity = createCapacity(() => worker.concurrency - slots.size(), shareOf);
  const claim = createClaims({ leases, now: () => clock.now(), leaseMs, stopwatch: worker.stopwatch });
  const delivered = trackDeliveries();
  const work = async (key: JobKey): Promise<void> => {
    delivered.begin(key);
    const claimed = await claim(key).finally(() => capacity.give());
    if (claimed !== undefined) await new Promise<void>((resolve) => slots.begin({ ...claimed, onDone: resolve }));
  };
  const onFinished = (job: JobKey): void => void (delivered.finish(job) && open?.relay.add(job));
  const onJob = (isLocal: boolean) => (job?: Omit<LeasedJob, "tenant">) => {
    if (job === undefined) void open?.relay.relayDue();
    else if (job.dueAt <= clock.now() && delivered.wake(job)) slots.wake(job, job.version);
    else open?.relay.announce(job, isLocal);
  };
  const extending = createExtender(clock, leaseMs, () => open?.deliveries ?? []);
  return {
    deliveries: async () => (await open?.queues.stats()) ?? { waiting: {}, relayedAt: {} },
    async start(handlers) {
      const names = Object.keys(handlers).toSorted();
      const queues = await openQueues({ ...deps, names, lockMs: leaseMs });
      const relay = createRelay({ ...deps, ...queues, queues: names, leaseMs, freeSlots: capacity.free });
      worker.start(handlers);
      queueCount = names.length;
      const shared = { ...deps, capacity, toJob: queues.toJob, work, onFinished, lockMs: leaseMs };
      const deliveries = queues.workers.map((one) => takeDeliveries({ ...shared, worker: one }));
      open = { queues, relay, deliveries };
      stops.push(jobs.watch(onJob(true)), leases.watch(onJob(false)));
      extending.start();
      await relay.start();
    },
    anticipate(job) {
      if (open?.relay.hasBacklog() !== false || capacity.free() <= 0) return;
      if (worker.anticipate(job, () => onFinished(job))) delivered.begin(job);
    },
    async stop() {
      const last = open;
      open = undefined;
      last?.relay.stop();
      capacity.close();
      await worker.stop();
      extending.stop();
      if (last !== undefined) await close(last, clock);
      for (const stop of stops.splice(0)) await stop();
    },
  };
}

async function close({ queues, deliveries }: Delivery, clock: Clock): Promise<void> {
  const cancelGiveUp = clock.setTimer(clock.now() + stopMs, queues.disconnect);
  await Promise.all(deliveries.map((one) => one.stop()));
  await queues.close();
  cancelGiveUp();
}

/** Keeps the locks of deliveries for as long as their work takes. */
function createExtender(clock: Clock, lockMs: number, deliveries: () => readonly Deliveries[]) {
  const start = (): void => alarm.setBy(clock.now() + lockMs / 3);
  const alarm = createAlarm(clock, async () => {
    for (const one of deliveries()) void one.extendLocks();
    start();
  });
  return { start, stop: () => alarm.clear() };
}

/** The deliveries of this process. Redis takes no second delivery of a job until the first is finished. */
function trackDeliveries() {
  const isWoken = new Map<string, boolean>();
  return {
    begin(job: JobKey): void {
      isWoken.set(jobId(job), false);
    },
    /** The job was enqueued again. False if it is not being delivered here. */
    wake(job: JobKey): boolean {
      const isHere = isWoken.has(jobId(job));
      if (isHere) isWoken.set(jobId(job), true);
      return isHere;
    },
    /** Whether the job was enqueued again since. */
    finish(job: JobKey): boolean {
      const was = isWoken.get(jobId(job)) === true;
      isWoken.delete(jobId(job));
      return was;
    },
  };
}
