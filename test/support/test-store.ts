import { createEmbeddedEngine } from "../../src/engine/embedded/engine.ts";
import { createLeasedEngine } from "../../src/engine/leased/engine.ts";
import type { Clock } from "../../src/ports/clock.ts";
import type { Engine, Jobs, Leases, Lock } from "../../src/ports/engine.ts";
import type { Log } from "../../src/ports/log.ts";
import type { Store } from "../../src/ports/store.ts";
import { createPostgresLeases } from "../../src/store/postgres/leases.ts";
import { createPostgresStore } from "../../src/store/postgres/store.ts";
import { createMemoryStore } from "../../src/testing/memory-store/store.ts";

/** Whether the tests use a real Postgres (`npm run test:postgres`). */
export const onPostgres = process.env["MODE"] === "postgres";

/** Resolves when no database query is running. */
let settled: () => Promise<void> = async () => undefined;

/** Leases for the jobs of a Postgres store. */
const shared = new WeakMap<Jobs, { leases: Leases; runOut(): Promise<void> }>();

export type TestStore = { store: Store; leases?: Leases };

/** An in-memory store, or `otherwise`; a Postgres schema under `npm run test:postgres`. */
export async function openTestStore(otherwise: () => Store = createMemoryStore): Promise<TestStore> {
  if (!onPostgres) return { store: otherwise() };
  // Loaded lazily, because child processes have no test runner.
  const [{ allSettled, openSchema }, { onTestFinished }] = await Promise.all([
    import("./postgres-schema.ts"),
    import("vitest"),
  ]);
  settled = allSettled;
  const schema = await openSchema();
  onTestFinished(() => schema.drop());
  const { db } = schema;
  const [store, leases] = [createPostgresStore(db), createPostgresLeases(db)];
  const runOut = "UPDATE jobs SET held_until = clock_timestamp() - interval '1 second' WHERE lease IS NOT NULL";
  shared.set(store.jobs, { leases, runOut: () => db.write([{ sql: runOut, values: [] }]) });
  return { store, leases };
}

/** Expires all leases, as after a crash of their holders. */
export async function expireLeases({ jobs }: Store): Promise<void> {
  await shared.get(jobs)?.runOut();
}

type TestEngineParts = { jobs: Jobs; clock: Clock; log: Log; leases?: Leases; lock?: Lock };

/** The engine for the test store. */
export function createTestEngine({ leases, lock = freeLock(), ...parts }: TestEngineParts): Engine {
  const found = leases ?? shared.get(parts.jobs)?.leases;
  return found === undefined
    ? createEmbeddedEngine({ ...parts, lock })
    : createLeasedEngine({ ...parts, leases: found });
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
