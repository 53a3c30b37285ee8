import type { RedisClientType } from "@redis/client";
import type { Queue, Worker } from "bullmq";
import type { DeliveredLeases, Engine, JobKey, Jobs, PlacedJob } from "../../ports/engine.ts";
import { createLeaseWorker, type LeaseWorkerDeps } from "../leased/lease-worker.ts";
import { createCapacity } from "./capacity.ts";
import { createClaims } from "./claims.ts";
import { type Deliveries, takeDeliveries } from "./deliveries.ts";
import { createLeader } from "./leader.ts";
import { toDeliveryId } from "./names.ts";
import { createRelay, type Relay } from "./relay.ts";

export type BullmqEngineDeps = LeaseWorkerDeps & {
  jobs: Jobs;
  leases: DeliveredLeases;
  redisUrl: string;
  /** Begins every key in Redis. Installations that share a Redis need different ones. */
  prefix: () => Promise<string>;
  /** Whether any lane has a limit: then a job that ends makes room for the next of its lane. */
  hasLimits?: boolean;
  pollMs?: number;
};

/**
 * Jobs delivered by BullMQ. The jobs table stays the truth: a relay adds due rows to Redis, a worker that gets a delivery claims
 * its row, and the claim's lease fences every write. A delivery that is lost, late or doubled costs time, never work.
 */
export function createBullmqEngine(deps: BullmqEngineDeps): Engine {
  const { jobs, leases, clock, log, hasLimits = false } = deps;
  const worker = createLeaseWorker(deps, {
    onFree: () => {
      capacity.release();
      if (hasLimits) void relay?.relayDue(true);
    },
    onRetryAt: (at) => relay?.wakeAt(at),
  });
  const { slots, leaseMs } = worker;
  /** Deliveries whose claim is under way: they will need a slot. */
  let claiming = 0;
  const capacity = createCapacity((queue) => slots.size() + claiming < worker.concurrency && !slots.isCrowded(queue));
  const claim = createClaims({ leases, now: () => clock.now(), leaseMs, stopwatch: worker.stopwatch });
  const queues = new Map<string, Queue>();
  let deliveries: Deliveries[] = [];
  let relay: Relay | undefined;
  const stops: (() => void | Promise<void>)[] = [];
  /** Woken while they were worked on: the row is due again when the delivery is finished. */
  const woken = new Set<string>();

  const add = async (placed: readonly PlacedJob[]): Promise<void> => {
    const byQueue = Map.groupBy(placed, ({ queue }) => queue);
    await Promise.all([...byQueue].map(([queue, some]) => queues.get(queue)?.addBulk(some.map(toDelivery))));
  };
  const work = async (key: JobKey): Promise<void> => {
    claiming += 1;
    const claimed = await claim(key).finally(() => (claiming -= 1));
    if (claimed === undefined) return capacity.release();
    await new Promise<void>((resolve) => slots.begin({ ...claimed, onDone: resolve }));
  };
  const onJob =
    (isLocal: boolean) =>
    (job?: JobKey & { version: number; dueAt: number }): void => {
      if (job === undefined) return void relay?.relayDue();
      if (job.dueAt <= clock.now() && slots.wake(job, job.version)) return void woken.add(idOf(job));
      relay?.announce(job, isLocal);
    };
  const open = async (names: readonly string[]): Promise<void> => {
    const [bullmq, prefix, redis] = await Promise.all([loadBullmq(), deps.prefix(), connect(deps)]);
    // BullMQ recognises the client by its methods; its types name only ioredis.
    const options = { connection: redis as never, prefix };
    stops.push(() => redis.destroy());
    const leader = createLeader(redis, `${prefix}:relay:${names.join(",")}`);
    for (const name of names) {
      const queue = new bullmq.Queue(name, options);
      queue.on("error", (error) => log.warn("redis", { event: "engine.redis_error", error }));
      queues.set(name, queue);
    }
    relay = createRelay({
      ...deps,
      queues: names,
      leaseMs,
      add,
      isLeader: () => leader.isLeader(),
    });
    const workers = names.map((name) => openWorker(bullmq.Worker, { name, options, lockDuration: leaseMs }));
    for (const one of workers) one.on("error", (error) => log.warn("redis", { event: "engine.redis_error", error }));
    await Promise.all(workers.map((one) => one.startStalledCheckTimer()));
    deliveries = workers.map((one) =>
      takeDeliveries({
        queue: one.name,
        worker: one,
        log,
        capacity: capacity.wait,
        work,
        onFinished: (job) => {
          if (woken.delete(idOf(job))) void add([{ ...job, place: 0 }]).catch(() => relay?.relayDue());
        },
        lockMs: leaseMs,
        pause: (ms) => new Promise((resolve) => clock.setTimer(clock.now() + ms, () => resolve())),
      }),
    );
    stops.unshift(() => leader.resign().catch(() => undefined));
  };
  const extend = (): void => {
    for (const one of deliveries) void one.extendLocks();
    cancelExtend = clock.setTimer(clock.now() + leaseMs / 3, extend);
  };
  let cancelExtend: (() => void) | undefined;
  return {
    async start(handlers) {
      await open(Object.keys(handlers).toSorted());
      worker.start(handlers);
      stops.push(jobs.watch(onJob(true)), leases.watch(onJob(false)));
      extend();
      await relay?.start();
    },
    async stop() {
      relay?.stop();
      capacity.close();
      const stopped = worker.stop();
      await Promise.all(deliveries.map((one) => one.stop()));
      await stopped;
      cancelExtend?.();
      await Promise.all([...queues.values()].map((queue) => queue.close()));
      for (const stop of stops.splice(0)) await stop();
    },
  };
}

function openWorker(
  Type: typeof Worker,
  {
    name,
    options,
    lockDuration,
  }: { name: string; options: { connection: never; prefix: string }; lockDuration: number },
): Worker {
  return new Type(name, null, {
    ...options,
    lockDuration,
    stalledInterval: 1_000,
    // A dead worker's delivery goes back to the others as often as it takes; dead jobs are counted in the table.
    maxStalledCount: Number.MAX_SAFE_INTEGER,
  });
}

function toDelivery({ key, place }: PlacedJob) {
  return {
    name: "job",
    data: {},
    opts: { jobId: toDeliveryId(key), priority: place, removeOnComplete: true, removeOnFail: true },
  };
}

function idOf({ queue, key }: JobKey): string {
  return JSON.stringify([queue, key]);
}

/** Queues and workers share one connection and add listeners to it; each worker opens one more for blocking reads. */
async function connect({ redisUrl, log }: Pick<BullmqEngineDeps, "redisUrl" | "log">): Promise<RedisClientType> {
  const { createClient } = await import("@redis/client");
  const client: RedisClientType = createClient({ url: redisUrl });
  client.setMaxListeners(0);
  client.on("error", (error: unknown) => log.warn("redis", { event: "engine.redis_error", error: String(error) }));
  await client.connect();
  return client;
}

async function loadBullmq(): Promise<typeof import("bullmq")> {
  try {
    return await import("bullmq");
  } catch (error) {
    throw new Error('The BullMQ engine needs the package "bullmq": run npm install bullmq, or set ENGINE=leased.', {
      cause: error,
    });
  }
}
