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
  return redisUrl === undefined
    ? createLeasedEngine({ ...parts, leases })
    : createBullmqEngine({ ...parts, leases, redisUrl, prefix: async () => prefix });
}

/** A lock that is always granted. */
export function freeLock(): Lock {
  return { tryAcquire: () => true, release: () => undefined };
}

/** Runs the event loop `count` times, and waits for database queries after each turn. */
export async function runEventLoop(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) {
    await new Promise((resolve) => setImmediate(resolve));
    if (onPostgres) await settled();
  }
}
