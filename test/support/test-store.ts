import { randomUUID } from "node:crypto";
import { createBullmqEngine } from "../../src/engine/bullmq/engine.ts";
import { createEmbeddedEngine } from "../../src/engine/embedded/engine.ts";
import { createLeasedEngine } from "../../src/engine/leased/engine.ts";
import type { Clock } from "../../src/ports/clock.ts";
import type { DeliveredLeases, Engine, Jobs, Lock } from "../../src/ports/engine.ts";
import type { Log } from "../../src/ports/log.ts";
import type { Store } from "../../src/ports/store.ts";
import { createPostgresLeases } from "../../src/store/postgres/leases.ts";
import { createPostgresStore } from "../../src/store/postgres/store.ts";
import { createMemoryStore } from "../../src/testing/memory-store/store.ts";

/** Whether the tests use a real Postgres (`npm run test:postgres`). */
export const onPostgres = process.env["MODE"] === "postgres";

/** The Redis of the project `bullmq` of `npm run test:postgres`: there BullMQ delivers the jobs. */
const redisUrl = process.env["TEST_ENGINE"] === "bullmq" ? process.env["TEST_REDIS_URL"] : undefined;

/** Resolves when no query of the database or of Redis is running. */
let settled: () => Promise<void> = async () => undefined;

type SharedJobs = { leases: DeliveredLeases; prefix: string; runOut(): Promise<void> };

/** Leases for the jobs of a Postgres store. */
const shared = new WeakMap<Jobs, SharedJobs>();

export type TestStore = { store: Store };

/** A connection that answers after everything that was sent to Redis before. */
async function openRedis(url: string) {
  const { createClient } = await import("@redis/client");
  const redis = createClient({ url });
  await redis.connect();
  return {
    settled: () => redis.ping(),
    /** Deliveries of workers that are gone are handed out again. */
    async remove(prefix: string) {
      const keys = await redis.keys(`${prefix}:*`);
      if (keys.length > 0) await redis.del(keys);
    },
    close: () => redis.destroy(),
  };
}

/** An in-memory store, or `otherwise`; a Postgres schema under `npm run test:postgres`. */
export async function openTestStore(otherwise: () => Store = createMemoryStore): Promise<TestStore> {
  if (!onPostgres) return { store: otherwise() };
  // Loaded lazily, because child processes have no test runner.
  const [{ allSettled, openSchema }, { onTestFinished }] = await Promise.all([
    import("./postgres-schema.ts"),
    import("vitest"),
  ]);
  const schema = await openSchema();
  onTestFinished(() => schema.drop());
  const { db } = schema;
  const [store, leases, prefix] = [createPostgresStore(db), createPostgresLeases(db), randomUUID()];
  const redis = redisUrl === undefined ? undefined : await openRedis(redisUrl);
  onTestFinished(() => {
    settled = allSettled;
    trackedJobs.clear();
    redis?.close();
  });
  settled = async () => {
    await redis?.settled();
    await allSettled();
  };
  const runOut = "UPDATE jobs SET held_until = clock_timestamp() - interval '1 second' WHERE lease IS NOT NULL";
  shared.set(store.jobs, {
    leases,
    prefix,
    async runOut() {
      await db.write([{ sql: runOut, values: [] }]);
      await redis?.remove(prefix);
    },
  });
  return { store };
}

/** Expires all leases, as after a crash of their holders. */
export async function expireLeases({ jobs }: Store): Promise<void> {
  await shared.get(jobs)?.runOut();
}

type TestEngineParts = { jobs: Jobs; clock: Clock; log: Log; lock?: Lock };

/** The engine for the test store. */
export function createTestEngine({ lock = freeLock(), ...parts }: TestEngineParts): Engine {
  const found = shared.get(parts.jobs);
  if (found === undefined) return createEmbeddedEngine({ ...parts, lock });
  const { leases, prefix } = found;
  const engine =
    redisUrl === undefined
      ? createLeasedEngine({ ...parts, leases })
      : createBullmqEngine({ ...parts, leases, redisUrl, prefix: async () => prefix });
  let untrack = (): unknown => undefined;
  return {
    ...engine,
    async start(handlers) {
      untrack = trackJobs({ ...parts, queues: Object.keys(handlers) });
      await engine.start(handlers);
    },
    async stop() {
      untrack();
      await engine.stop();
    },
  };
}

type TrackedJobs = Pick<TestEngineParts, "jobs" | "clock"> & { queues?: readonly string[] };

const trackedJobs = new Set<TrackedJobs>();

/** `runEventLoop` also waits for these jobs; the returned function ends that. */
export function trackJobs(tracked: TrackedJobs): () => unknown {
  trackedJobs.add(tracked);
  return () => trackedJobs.delete(tracked);
}

/** Whether a job is due that an engine will claim but has not heard of yet. */
async function hasUnclaimedJobs(): Promise<boolean> {
  if (!onPostgres) return false;
  for (const { jobs, clock, queues } of trackedJobs) {
    const now = clock.now();
    const isDue = (dueAt = Number.POSITIVE_INFINITY): boolean => dueAt <= now;
    const depths = await jobs.depths(now);
    if (depths.some(({ queue, oldestDueAt }) => isDue(oldestDueAt) && queues?.includes(queue) !== false)) return true;
  }
  return false;
}

/** A lock that is always granted. */
export function freeLock(): Lock {
  return { tryAcquire: () => true, release: () => undefined };
}

/** A job that nobody may claim, for example beyond a limit, is not waited for any longer. */
const claimMs = 3_000;

/**
 * Runs the event loop `count` times. On Postgres it waits for database queries after each turn, and for due jobs to be claimed:
 * a busy machine delivers their announcements late.
 */
export async function runEventLoop(count: number): Promise<void> {
  const end = performance.now() + claimMs;
  do
    for (let turn = 0; turn < count; turn += 1) {
      await new Promise((resolve) => setImmediate(resolve));
      if (onPostgres) await settled();
    }
  while ((await hasUnclaimedJobs()) && performance.now() < end);
}
