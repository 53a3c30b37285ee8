import { loadOptional } from "../../ports/optional-package.ts";
import type { RedisClientType } from "@redis/client";
import type { IRedisClient, Job, JobJson, JobsOptions, Queue, Worker } from "bullmq";
import type { DeliveryStats, JobKey } from "../../ports/engine.ts";
import type { Log } from "../../ports/log.ts";
import { createLeader, type Leader } from "./leader.ts";
import { toDeliveryId } from "./names.ts";

export type QueuesDeps = {
  redisUrl: string;
  /** Begins every key in Redis. Installations that share a Redis need different ones. */
  prefix: () => Promise<string>;
  names: readonly string[];
  /** How long BullMQ waits for a lock to be extended before it hands a delivery to another worker. */
  lockMs: number;
  log: Log;
};

/** A job to deliver; those of a lower place go first. */
export type Delivery = JobKey & { place: number };

/** The queues in Redis: one for each queue of jobs, with a worker that fetches from it. */
export type Queues = {
  /** Adds deliveries. One that exists already is unchanged. */
  add: (placed: readonly Delivery[]) => Promise<void>;
  /** Changes the priority of deliveries that no worker has taken yet. */
  move: (placed: readonly Delivery[]) => Promise<void>;
  workers: readonly Worker[];
  /** A delivery as Redis returns it with the end of another. */
  toJob: (worker: Worker, data: unknown, id: string) => Job;
  isLeader: Leader["isLeader"];
  /** Notes that everything due was relayed at this time. */
  onRelayed: (at: number) => Promise<void>;
  /** How many deliveries no worker has taken yet. */
  waiting: () => Promise<number>;
  stats: () => Promise<DeliveryStats>;
  /** Workers are closed by whoever fetches from them. */
  close: () => Promise<void>;
  /** Ends the connection: commands that wait for an unreachable Redis fail. */
  disconnect: () => void;
};

export async function openQueues({ redisUrl, prefix, names, lockMs, log }: QueuesDeps): Promise<Queues> {
  const [bullmq, keyPrefix, redis] = await Promise.all([loadBullmq(), prefix(), connect(redisUrl, log)]);
  const connection = guardErrors(bullmq.createNodeRedisClient(redis));
  const options = { connection, prefix: keyPrefix };
  const leader = createLeader(redis, `${keyPrefix}:relay:${names.join(",")}`);
  const warn = (error: Error): void => log.warn("redis error", { event: "engine.redis_error", error });
  const queues = new Map<string, Queue>(names.map((name) => [name, new bullmq.Queue(name, options)]));
  const workers = names.map(
    (name) =>
      new bullmq.Worker(name, null, {
        ...options,
        lockDuration: lockMs,
        stalledInterval: 1_000,
        // The delivery of a dead worker goes to the others as often as it takes; dead jobs are counted in the table.
        maxStalledCount: Number.MAX_SAFE_INTEGER,
      }),
  );
  for (const queue of queues.values()) queue.on("error", warn);
  for (const worker of workers) worker.on("error", warn);
  await Promise.all(workers.map((worker) => worker.startStalledCheckTimer()));
  return {
    async add(placed) {
      const byQueue = Map.groupBy(placed, ({ queue }) => queue);
      await Promise.all([...byQueue].map(([name, jobs]) => addAll(queues.get(name), jobs)));
    },
    async move(placed) {
      const moves = placed.map(async ({ queue: name, key, place }) => {
        const queue = queues.get(name);
        if (queue === undefined) return;
        const job = new bullmq.Job(queue, "job", {}, {}, toDeliveryId(key));
        await job.changePriority({ priority: place }).catch((error: unknown) => {
          // Finished since: nothing to move, and no reason to stop relaying.
          if (!(error instanceof Error && "code" in error && error.code === bullmq.ErrorCode.JobNotExist)) throw error;
        });
      });
      await Promise.all(moves);
    },
    workers,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- BullMQ's own answer, which it types as anything
    toJob: (worker, data, id) => bullmq.Job.fromJSON(worker, data as JobJson, id),
    isLeader: leader.isLeader,
    async onRelayed(at) {
      await redis.hSet(relayedKey(keyPrefix), Object.fromEntries(names.map((name) => [name, at])));
    },
    async waiting() {
      const counts = await Promise.all([...queues.values()].map(countWaiting));
      return counts.reduce((sum, count) => sum + count, 0);
    },
    stats: () => readStats(redis, keyPrefix, [...queues.values()]),
    async close() {
      await leader.resign().catch(() => undefined);
      for (const queue of queues.values()) await queue.close();
      if (redis.isOpen) redis.destroy();
    },
    disconnect: () => redis.destroy(),
  };
}

/** All in one transaction, which fails while Redis does not know BullMQ's script, as after a restart; one alone makes it known. */
async function addAll(queue: Queue | undefined, jobs: readonly Delivery[]): Promise<void> {
  if (queue === undefined) return;
  const given = jobs.map(({ key, place }) => ({ name: "job", data: {}, opts: optionsOf(key, place) }));
  const addEach = () => Promise.all(given.map(({ name, data, opts }) => queue.add(name, data, opts)));
  if (given.length === 1) await addEach();
  else await queue.addBulk(given).catch(addEach);
}

/** Reads the deliveries of queues without taking any. */
export async function inspectDeliveries(deps: Omit<QueuesDeps, "lockMs" | "log">): Promise<DeliveryStats> {
  const { redisUrl, prefix, names } = deps;
  const [bullmq, keyPrefix, redis] = await Promise.all([loadBullmq(), prefix(), connect(redisUrl)]);
  try {
    const options = { connection: guardErrors(bullmq.createNodeRedisClient(redis)), prefix: keyPrefix };
    return await readStats(
      redis,
      keyPrefix,
      names.map((name) => new bullmq.Queue(name, options)),
    );
  } finally {
    redis.destroy();
  }
}

/** When each queue was last relayed: a hash in Redis. */
function relayedKey(prefix: string): string {
  return `${prefix}:relayed`;
}

async function readStats(redis: RedisClientType, prefix: string, queues: readonly Queue[]): Promise<DeliveryStats> {
  const relayed = await redis.hGetAll(relayedKey(prefix));
  const waiting = await Promise.all(queues.map(async (queue) => [queue.name, await countWaiting(queue)] as const));
  const at = queues.flatMap(({ name }) =>
    relayed[name] === undefined ? [] : [[name, Number(relayed[name])] as const],
  );
  return { waiting: Object.fromEntries(waiting), relayedAt: Object.fromEntries(at) };
}

function countWaiting(queue: Queue): Promise<number> {
  return queue.getJobCountByTypes("wait", "prioritized");
}

function optionsOf(key: string, place: number): JobsOptions {
  return { jobId: toDeliveryId(key), priority: place, removeOnComplete: true, removeOnFail: true };
}

/** BullMQ removes its listeners when it closes. A connection that breaks after that must not end the process. */
function guardErrors(client: IRedisClient): IRedisClient {
  client.on("error", () => undefined);
  const duplicate = client.duplicate.bind(client);
  client.duplicate = (...args) => guardErrors(duplicate(...args));
  return client;
}

const failFast = { connectTimeout: 3_000, reconnectStrategy: false } as const;

/**
 *  Queues and workers share one connection and add listeners to it; each worker opens one more for blocking reads. Without a log it fails
 *  at once where Redis is away.
 */
async function connect(url: string, log?: Log): Promise<RedisClientType> {
  const { createClient } = await loadOptional("@redis/client", "Redis", () => import("@redis/client"));
  const client: RedisClientType = createClient({ url, ...(log === undefined && { socket: failFast }) });
  client.setMaxListeners(0);
  client.on("error", (error: unknown) =>
    log?.warn("redis error", { event: "engine.redis_error", error: String(error) }),
  );
  await client.connect();
  return client;
}

/** An optional dependency. Rejects with what to do where it is missing. */
export function loadBullmq(): Promise<typeof import("bullmq")> {
  return loadOptional("bullmq", "The BullMQ engine (see ENGINE)", () => import("bullmq"));
}
