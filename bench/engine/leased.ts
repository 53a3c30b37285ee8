import { createBullmqEngine } from "../../src/engine/bullmq/engine.ts";
import { createLeasedEngine } from "../../src/engine/leased/engine.ts";
import type { Engine, Lease } from "../../src/ports/engine.ts";
import { systemClock as clock } from "../../src/runtime/system-clock.ts";
import { openPostgres } from "../../src/store/postgres/database.ts";
import { createPostgresLeases } from "../../src/store/postgres/leases.ts";
import { createPostgresStore } from "../../src/store/postgres/store.ts";
import type { JobQueue, OwnShape } from "./contender.ts";

const [queue, owner] = ["bench", "bench"];
const log = { debug() {}, info() {}, warn: console.warn, error: console.error };

/** The leased engine over the Postgres store, or BullMQ where the shape names a Redis, as a worker of the product opens them, with 32 jobs at once. */
export async function open(url: string, shape = "{}"): Promise<JobQueue> {
  const { redisUrl, tenants = 1, perTenant }: OwnShape = JSON.parse(shape);
  const db = openPostgres({ url });
  await db.migrate();
  const store = createPostgresStore(db);
  const parts = {
    jobs: store.jobs,
    leases: createPostgresLeases(db, perTenant === undefined ? {} : { perTenant }),
    clock,
    log,
    concurrency: 32,
  };
  let engine: Engine | undefined;
  let added = 0;
  return {
    put: (key) =>
      store.write((tx) => {
        const tenant = `${owner} ${(added += 1) % tenants}`;
        tx.putRecord({ tenant: owner, kind: "asked", id: key, body: {} }, 0);
        tx.enqueue({ queue, key, tenant, dueAt: clock.now() }, clock.now());
      }),
    async work(began) {
      const prefix = async (): Promise<string> => new URL(url).pathname;
      engine = redisUrl === undefined ? createLeasedEngine(parts) : createBullmqEngine({ ...parts, redisUrl, prefix });
      const handle = async ({ job }: Lease): Promise<void> => {
        began(job.key);
        await store.write((tx) => {
          tx.putRecord({ tenant: owner, kind: "done", id: job.key, body: {} }, 0);
          tx.release(job);
        });
      };
      await engine.start({ [queue]: handle });
    },
    rest: async () => engine?.stop(),
    close: () => store.close(),
  };
}
