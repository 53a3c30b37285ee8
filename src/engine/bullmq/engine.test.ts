import { setImmediate as nextTurn } from "node:timers/promises";
import { createClient, type RedisClientType } from "@redis/client";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { openSchema } from "../../../test/support/postgres-schema.ts";
import { postgresAbsent } from "../../../test/support/postgres-server.ts";
import { redisAbsent, type RedisServer, startRedis } from "../../../test/support/redis-server.ts";
import type { Engine, Lease } from "../../ports/engine.ts";
import { createPostgresLeases } from "../../store/postgres/leases.ts";
import { createPostgresStore } from "../../store/postgres/store.ts";
import { type EngineHost, engineSuite } from "../../testing/engine-suite.ts";
import { createFakeClock } from "../../testing/fake-clock.ts";
import { createMemoryLog } from "../../testing/memory-log.ts";
import { createLeasedEngine } from "../leased/engine.ts";
import { createBullmqEngine } from "./engine.ts";
import { openQueues } from "./queues.ts";

const absent = postgresAbsent ?? redisAbsent;

describe.skipIf(absent !== undefined)(`with Postgres and Redis ${absent ?? ""}`, () => {
  let server: RedisServer;
  let redis: RedisClientType;
  let hosts = 0;
  beforeAll(async () => {
    server = await startRedis();
    redis = createClient({ url: server.url });
    redis.on("error", () => undefined);
    await redis.connect();
  });
  afterAll(async () => {
    redis.destroy();
    await server.stop();
  });

  const openHost = async (): Promise<EngineHost & { openLeased(concurrency: number): Engine }> => {
    const schema = await openSchema();
    const { db } = schema;
    const store = createPostgresStore(db);
    const [clock, log, prefix] = [createFakeClock(), createMemoryLog(), `host-${(hosts += 1)}`];
    const parts = { jobs: store.jobs, clock, log, maxFailures: 3, redisUrl: server.url, prefix: async () => prefix };
    return {
      store,
      clock,
      open: (concurrency = 64, limits = {}) =>
        createBullmqEngine({
          ...parts,
          leases: createPostgresLeases(db, limits),
          concurrency,
        }),
      openLeased: (concurrency) =>
        createLeasedEngine({ jobs: store.jobs, clock, log, leases: createPostgresLeases(db), concurrency }),
      async settle() {
        // Redis delivers over other connections: a few round trips let everything that was set off arrive.
        for (let round = 0; round < 8; round += 1) {
          await redis.ping();
          await nextTurn();
          await schema.settled();
        }
      },
      stop: () => schema.drop(),
    };
  };
  engineSuite("BullMQ, on Postgres and Redis", openHost);

  /** Puts 30 jobs in, works on 3 at a time, does something in the middle, and gives the keys in the order they were done. */
  const workThrough = async (host: EngineHost, engines: readonly Engine[], disturb: () => Promise<void>) => {
    const done: string[] = [];
    const handler = async ({ job }: Lease): Promise<void> => {
      await host.store.write((tx) => tx.release(job));
      done.push(job.key);
    };
    const startedAt = host.clock.now();
    for (let at = 0; at < 30; at += 1)
      await host.store.write((tx) =>
        tx.enqueue({ queue: "q", key: `job:${at}`, tenant: "acme", dueAt: at < 15 ? 0 : startedAt + 5_000 }, startedAt),
      );
    for (const engine of engines) await engine.start({ q: handler });
    await pass(host, 1_000);
    await disturb();
    await vi.waitFor(async () => {
      await pass(host, 5_000);
      expect(done.length).toBeGreaterThanOrEqual(30);
    }, 30_000);
    await pass(host, 10_000);
    for (const engine of engines) await engine.stop();
    await host.stop();
    return done;
  };

  it.each([
    ["loses everything", () => redis.flushAll()],
    ["is killed and started again", () => server.restart()],
  ] as const)("does every job once when Redis %s", async (_, disturb) => {
    const host = await openHost();
    const done = await workThrough(host, [host.open(3), host.open(3)], async () => void (await disturb()));
    expect(done.toSorted()).toEqual([...new Set(done)].toSorted());
    expect(done).toHaveLength(30);
  });

  it("finishes running jobs while Redis is down, and starts the next when it is back", async () => {
    const host = await openHost();
    const engine = host.open(3);
    const enqueue = (key: string): Promise<unknown> =>
      host.store.write((tx) => tx.enqueue({ queue: "q", key, tenant: "acme", dueAt: 0 }, host.clock.now()));
    const [started, done]: [string[], string[]] = [[], []];
    const gate = Promise.withResolvers<void>();
    await engine.start({
      q: async ({ job }) => {
        started.push(job.key);
        await gate.promise;
        await host.store.write((tx) => tx.release(job));
        done.push(job.key);
      },
    });
    await enqueue("running");
    await expect.poll(() => pass(host, 100).then(() => started)).toEqual(["running"]);
    await server.kill();
    await enqueue("next");
    gate.resolve();
    await expect.poll(() => done).toEqual(["running"]);
    expect(started).toEqual(["running"]);
    await server.restart();
    await expect.poll(() => pass(host, 1_000).then(() => done)).toEqual(["running", "next"]);
    expect(started).toEqual(["running", "next"]);
    await engine.stop();
    await host.stop();
  });

  it("serves every queue with one slot, and works on no more than that at once where one queue is full", async () => {
    const host = await openHost();
    const engine = host.open(1);
    const done: string[] = [];
    let [running, most] = [0, 0];
    const handler = async ({ job }: Lease): Promise<void> => {
      most = Math.max(most, (running += 1));
      await host.store.write((tx) => tx.release(job));
      running -= 1;
      done.push(job.key);
    };
    await engine.start({ a: handler, b: handler, c: handler });
    const enqueue = (queue: string, key: string): Promise<unknown> =>
      host.store.write((tx) => tx.enqueue({ queue, key, tenant: "acme", dueAt: 0 }, host.clock.now()));
    for (const queue of ["a", "b", "c"]) {
      await enqueue(queue, queue);
      await expect.poll(() => pass(host, 100).then(() => done)).toContain(queue);
    }
    most = 0;
    await Promise.all(Array.from({ length: 20 }, (_, at) => enqueue("b", `b${at}`)));
    await expect.poll(() => pass(host, 1_000).then(() => done.length), { timeout: 20_000 }).toBe(23);
    expect(most).toBe(1);
    await engine.stop();
    await host.stop();
  });

  it("moves a delivery that has been finished since without an error", async () => {
    const shared = { redisUrl: server.url, prefix: async () => "moves", log: createMemoryLog() };
    const queues = await openQueues({ ...shared, names: ["q"], lockMs: 10_000 });
    await expect(queues.move([{ queue: "q", key: "gone", place: 2 }])).resolves.toBeUndefined();
    await Promise.all(queues.workers.map((worker) => worker.close(true)));
    await queues.close();
  });

  it("stops while Redis does not answer, without waiting for it", async () => {
    const host = await openHost();
    const engine = host.open(3);
    await engine.start({ q: async () => undefined });
    await host.store.write((tx) => tx.enqueue({ queue: "q", key: "a", tenant: "acme", dueAt: 0 }, host.clock.now()));
    await pass(host, 100);
    server.signal("SIGSTOP");
    const stopped = engine.stop().then(() => true);
    while (!(await Promise.race([stopped, nextTurn(false)]))) host.clock.advance(100);
    server.signal("SIGCONT");
    await host.stop();
  });

  it("shares the jobs with a leased engine on the same database, each done once", async () => {
    const host = await openHost();
    const done = await workThrough(host, [host.open(3), host.openLeased(3)], async () => undefined);
    expect(done).toHaveLength(30);
    expect(new Set(done).size).toBe(30);
  });
});

async function pass(host: EngineHost, ms: number): Promise<void> {
  for (let turn = 0; turn < 10; turn += 1) {
    host.clock.advance(ms / 10);
    await host.settle?.();
  }
}
