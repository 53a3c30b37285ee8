import { setImmediate as nextTurn } from "node:timers/promises";
import { describe, expect, it, vi } from "vitest";
import { openSchema, type TestSchema } from "../../../test/support/postgres-schema.ts";
import { postgresAbsent } from "../../../test/support/postgres-server.ts";
import { openGate } from "../../../test/support/tcp-gate.ts";
import type { HeldJob, Lease } from "../../ports/engine.ts";
import { openPostgres } from "../../store/postgres/database.ts";
import { createPostgresDeadJobs, createPostgresLeases } from "../../store/postgres/leases.ts";
import { createPostgresStore } from "../../store/postgres/store.ts";
import { type EngineHost, engineSuite } from "../../testing/engine-suite.ts";
import { createFakeClock } from "../../testing/fake-clock.ts";
import { createMemoryLog } from "../../testing/memory-log.ts";
import { createLeasedEngine } from "./engine.ts";

async function openHost(): Promise<EngineHost & { schema: TestSchema }> {
  const schema = await openSchema();
  const { db } = schema;
  const store = createPostgresStore(db);
  const [clock, log] = [createFakeClock(), createMemoryLog()];
  const parts = { jobs: store.jobs, clock, log, maxFailures: 3 };
  return {
    schema,
    store,
    clock,
    open: (concurrency = 64, limits = {}) =>
      createLeasedEngine({ ...parts, leases: createPostgresLeases(db, limits), concurrency }),
    settle: () => schema.settled(),
    stop: () => schema.drop(),
  };
}

describe.skipIf(postgresAbsent !== undefined)(`with Postgres ${postgresAbsent ?? ""}`, () => {
  engineSuite("leased, on Postgres", openHost);
  taking();
  anticipating();
  failing();
});

/** Ends a worker's hold as the clock of the database would, without waiting for it. */
const runOut = "UPDATE jobs SET held_until = clock_timestamp() - interval '1 second' WHERE lease IS NOT NULL";

function taking(): void {
  const put = ({ store, clock }: EngineHost, key: string) =>
    store.write((tx) => tx.enqueue({ queue: "q", key, tenant: "acme", dueAt: clock.now() }, clock.now()));

  it("shares jobs among concurrent workers, each to one", async () => {
    const host = await openHost();
    for (let at = 0; at < 40; at += 1) await put(host, `job-${at}`);
    const ask = () =>
      createPostgresLeases(host.schema.db).acquire({
        queues: ["q"],
        now: host.clock.now(),
        limit: 10,
        leaseMs: 60_000,
      });
    const taken = (await Promise.all([ask(), ask(), ask(), ask(), ask()])).flat();
    const rest = await ask();
    const keys = [...taken, ...rest].map(({ key }) => key);
    expect([keys.length, new Set(keys).size]).toEqual([40, 40]);
    await host.stop();
  });

  it("keeps a tenant's limit under concurrent claims, and frees its slots", async () => {
    const host = await openHost();
    for (let at = 0; at < 40; at += 1) await put(host, `job-${at}`);
    const workers = Array.from({ length: 8 }, () =>
      createPostgresLeases(host.schema.another(), { perTenant: 100, tenants: { acme: 7 } }),
    );
    const ask = () =>
      Promise.all(
        workers.map((one) => one.acquire({ queues: ["q"], now: host.clock.now(), limit: 5, leaseMs: 60_000 })),
      );
    const taken = (await ask()).flat();
    expect(taken).toHaveLength(7);
    for (const job of taken.slice(0, 4)) await host.store.write((tx) => tx.release(job));
    const more = (await ask()).flat();
    expect(more).toHaveLength(4);
    await host.schema.db.write([{ sql: runOut, values: [] }]);
    expect((await ask()).flat()).toHaveLength(7);
    expect(
      await workers[0]?.renew(
        [...taken, ...more].map(({ lease }) => lease),
        60_000,
      ),
    ).toEqual([]);
    await host.stop();
  });

  it("visits all lanes behind a long queue", async () => {
    const host = await openHost();
    const now = host.clock.now();
    await host.store.write((tx) => {
      for (let at = 0; at < 600; at += 1) tx.enqueue({ queue: "q", key: `f-${at}`, tenant: "a", dueAt: now - 9 }, now);
      for (let at = 0; at < 600; at += 1) tx.enqueue({ queue: "q", key: `t-${at}`, tenant: `t${at}`, dueAt: now }, now);
    });
    const leases = createPostgresLeases(host.schema.db, { perTenant: 1 });
    const seen = new Set<string>();
    for (let round = 0; round < 12 && seen.size < 601; round += 1)
      for (const job of await leases.acquire({ queues: ["q"], now, limit: 250, leaseMs: 60_000 })) seen.add(job.tenant);
    expect(seen.size).toBe(601);
    await host.stop();
  });

  it("gives a dead worker's job to another, and rejects later writes of the first", async () => {
    const host = await openHost();
    const leases = createPostgresLeases(host.schema.db);
    const take = () => leases.acquire({ queues: ["q"], now: host.clock.now(), limit: 10, leaseMs: 60_000 });
    await put(host, "a");
    const [first] = await take();
    expect(await take()).toEqual([]);
    await host.schema.db.write([{ sql: runOut, values: [] }]);
    const [second] = await take();
    expect([first?.version, second?.version]).toEqual([1, 2]);
    expect(await leases.renew([first?.lease ?? 0, second?.lease ?? 0], 60_000)).toEqual([second]);
    await expect(host.store.write((tx) => tx.release(held(first)))).rejects.toMatchObject({ code: "conflict" });
    await leases.finish(held(first), { retryAt: 0 });
    expect(await take()).toEqual([]);
    await host.store.write((tx) => tx.release(held(second)));
    expect(await host.store.jobs.depths(host.clock.now())).toEqual([]);
    // The row is gone, and a late write of the first worker is refused all the same.
    await expect(host.store.write((tx) => tx.release(held(first)))).rejects.toMatchObject({ code: "conflict" });
    await host.stop();
  });

  it("needs no query to end a removed job, and frees one woken before its release", async () => {
    const host = await openHost();
    const { db } = host.schema;
    const leases = createPostgresLeases(db);
    const take = () => leases.acquire({ queues: ["q"], now: host.clock.now(), limit: 10, leaseMs: 60_000 });
    await put(host, "a");
    const [first] = await take();
    await host.store.write((tx) => tx.release(held(first)));
    const asked = vi.spyOn(db, "read");
    await leases.finish(held(first), { retryAt: 0 });
    expect(asked).not.toHaveBeenCalled();
    await put(host, "a");
    const [second] = await take();
    await put(host, "a");
    await host.store.write((tx) => tx.release(held(second)));
    await leases.finish(held(second), { retryAt: 0 });
    expect(await take()).toHaveLength(1);
    await host.stop();
  });

  it("aborts a handler whose job was lost", async () => {
    const host = await openHost();
    const leases: Lease[] = [];
    const engine = host.open();
    await engine.start({
      q: async (lease) => {
        leases.push(lease);
        await new Promise((resolve) => lease.signal.addEventListener("abort", resolve));
      },
    });
    await put(host, "a");
    await pass(host, 1_000);
    const stolen = { sql: "UPDATE jobs SET lease = 999, held_until = 'infinity'", values: [] };
    await host.schema.db.write([stolen]);
    await pass(host, 30_000);
    expect(leases.map(({ signal }) => signal.aborted)).toEqual([true]);
    await engine.stop();
    await host.stop();
  });

  it("wakes the handler of a job that another process enqueues again", async () => {
    const host = await openHost();
    let woken = 0;
    const engine = host.open();
    await engine.start({
      q: async (lease) => {
        lease.onWake(() => (woken += 1));
        await new Promise((resolve) => lease.signal.addEventListener("abort", resolve));
      },
    });
    await put(host, "a");
    await pass(host, 1_000);
    await put({ ...host, store: createPostgresStore(host.schema.another()) }, "a");
    await pass(host, 15_000);
    expect(woken).toBe(1);
    await engine.stop();
    await host.stop();
  });
}

function anticipating(): void {
  const job = (host: EngineHost, key: string) => ({ queue: "q", key, tenant: "acme", dueAt: host.clock.now() });

  async function start(host: EngineHost, concurrency?: number) {
    const leases: Lease[] = [];
    const engine = host.open(concurrency);
    await engine.start({
      q: async (lease) => {
        leases.push(lease);
        await new Promise((resolve) => lease.signal.addEventListener("abort", resolve));
      },
    });
    // The first call asks for lease numbers, and nothing is anticipated during a poll.
    await vi.waitFor(() => {
      engine.anticipate?.(job(host, "first"));
      expect(leases).toHaveLength(1);
    });
    return { engine, leases };
  }

  it("starts an anticipated job at once, under a lease that is stored with it", async () => {
    const host = await openHost();
    const { engine, leases } = await start(host);
    const told = vi.fn<() => void>();
    host.store.jobs.watch(told);
    const stored = host.store.write((tx) => tx.enqueue(job(host, "a"), host.clock.now()));
    engine.anticipate?.(job(host, "a"));
    expect(leases.map(({ job }) => [job.key, job.version])).toEqual([
      ["first", 1],
      ["a", 1],
    ]);
    await stored;
    expect(await host.store.jobs.depths(host.clock.now())).toMatchObject([{ queue: "q", due: 0, running: 1 }]);
    await pass(host, 30_000);
    expect([leases.length, leases[1]?.signal.aborted, told.mock.calls]).toEqual([2, false, []]);
    await engine.stop();
    await host.stop();
  });

  it("does not treat an anticipated job as lost before it is stored, and fails its writes if it never is", async () => {
    const host = await openHost();
    const { engine, leases } = await start(host);
    await pass(host, 9_000);
    const [lease] = leases;
    expect(lease?.signal.aborted).toBe(false);
    await expect(host.store.write((tx) => lease && tx.assertLeased(lease.job))).rejects.toMatchObject({
      code: "conflict",
    });
    await engine.stop();
    await host.stop();
  });

  it("leaves an anticipated job to the others when all slots are taken", async () => {
    const host = await openHost();
    const { engine, leases } = await start(host, 1);
    engine.anticipate?.(job(host, "a"));
    expect(leases.map(({ job }) => job.key)).toEqual(["first"]);
    await engine.stop();
    await host.stop();
  });
}

function failing(): void {
  it("continues after the database was away", async () => {
    const host = await openHost();
    const gate = await openGate(host.schema.url);
    const db = openPostgres({ url: gate.url });
    const [done, log, jobs] = [[] as string[], createMemoryLog(), createPostgresStore(db).jobs];
    const engine = createLeasedEngine({ jobs, leases: createPostgresLeases(db), clock: host.clock, log });
    const handler = async ({ job }: Lease): Promise<void> => {
      done.push(job.key);
      await host.store.write((tx) => tx.release(job));
    };
    await engine.start({ q: handler });
    await gate.shut();
    await host.store.write((tx) =>
      tx.enqueue({ queue: "q", key: "a", tenant: "acme", dueAt: host.clock.now() }, host.clock.now()),
    );
    await pass(host, 3_000);
    expect(done).toEqual([]);
    await gate.open();
    await vi.waitFor(async () => {
      await pass(host, 3_000);
      expect(done).toEqual(["a"]);
    }, 10_000);
    await engine.stop();
    await db.close();
    await gate.shut();
    await host.stop();
  });

  it("declares a repeatedly failing job dead, and runs it again when revived or enqueued", async () => {
    const host = await openHost();
    const dead = createPostgresDeadJobs(host.schema.db);
    let calls = 0;
    const engine = host.open();
    await engine.start({
      q: async () => {
        calls += 1;
        throw new Error("no use");
      },
    });
    const put = () =>
      host.store.write((tx) =>
        tx.enqueue({ queue: "q", key: "a", tenant: "acme", dueAt: host.clock.now() }, host.clock.now()),
      );
    await put();
    await pass(host, 60_000);
    expect(calls).toBe(3);
    expect(await dead.list(9)).toMatchObject([{ queue: "q", key: "a", failures: 3, error: "Error: no use" }]);
    expect(await dead.revive({ queue: "q", key: "b" }, host.clock.now())).toBe(false);
    expect(await dead.revive({ queue: "q", key: "a" }, host.clock.now())).toBe(true);
    await pass(host, 60_000);
    expect(calls).toBe(6);
    expect(await dead.reviveAll({ queue: "other", now: host.clock.now() })).toBe(0);
    expect(await dead.reviveAll({ now: host.clock.now() })).toBe(1);
    await pass(host, 60_000);
    expect(calls).toBe(9);
    await put();
    await pass(host, 1_000);
    expect(calls).toBeGreaterThan(9);
    await engine.stop();
    await host.stop();
  });

  it("counts due, running and dead jobs by queue, and revives many at once", async () => {
    const host = await openHost();
    const now = host.clock.now();
    await host.store.write((tx) => {
      for (let at = 0; at < 600; at += 1)
        tx.enqueue({ queue: at % 3 === 0 ? "other" : "q", key: `${at}`, tenant: "acme", dueAt: now - 1_000 }, now);
      tx.enqueue({ queue: "later", key: "a", tenant: "acme", dueAt: now + 1 }, now);
    });
    const leases = createPostgresLeases(host.schema.db);
    const taken = await leases.acquire({ queues: ["q"], now, limit: 100, leaseMs: 60_000 });
    const failure = { error: "no use", now, isLast: true };
    for (const job of taken.slice(0, 60)) await leases.finish(job, { retryAt: now, failure });
    const depths = () => host.store.jobs.depths(now);
    const other = { queue: "other", due: 200, running: 0, dead: 0, oldestDueAt: now - 1_000 };
    expect(await depths()).toEqual([other, { ...other, queue: "q", due: 300, running: 40, dead: 60 }]);
    expect(await createPostgresDeadJobs(host.schema.db).reviveAll({ queue: "q", now })).toBe(60);
    expect(await depths()).toEqual([other, { ...other, queue: "q", due: 360, running: 40 }]);
    await host.stop();
  });
}

function held(job: HeldJob | undefined): HeldJob {
  if (job === undefined) throw new Error("nothing was taken");
  return job;
}

async function pass(host: EngineHost, ms: number): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) {
    host.clock.advance(ms / 20);
    await nextTurn();
    await host.settle?.();
  }
}
