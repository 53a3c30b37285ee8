import { setImmediate as nextTurn } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Engine, Handler, Lease } from "../ports/engine.ts";
import type { LaneLimits } from "../ports/lanes.ts";
import type { Store } from "../ports/store.ts";
import type { FakeClock } from "./fake-clock.ts";

export type EngineHost = {
  store: Store;
  clock: FakeClock;
  /**
   * Opens another engine on the same store, like another process. It executes at most `concurrency` jobs, and all engines
   * together respect the limits.
   */
  open(concurrency?: number, limits?: LaneLimits): Engine;
  /** Resolves when all started work is done; for stores that need more than one event loop turn. */
  settle?(): Promise<void>;
  stop(): Promise<void>;
};

/** A handler that the test controls: it records leases, which end when the test says so or the engine stops. */
type ManualHandler = {
  handler: Handler;
  leases: Lease[];
  finish(at: number, how?: "release" | "leave" | "throw"): Promise<void>;
};

const tenant = "acme";

/** The behaviour that every engine must have. */
export function engineSuite(title: string, openHost: () => Promise<EngineHost>): void {
  describe(`engine: ${title}`, () => {
    let host: EngineHost;
    const started: Engine[] = [];
    beforeEach(async () => {
      host = await openHost();
    });
    afterEach(async () => {
      for (const engine of started.splice(0)) await engine.stop();
      await host.stop();
    });
    const start: SuiteContext["start"] = async (handler, concurrency, limits) => {
      const engine = host.open(concurrency, limits);
      started.push(engine);
      await engine.start({ q: handler });
      return engine;
    };
    const world: SuiteContext = {
      host: () => host,
      start,
      enqueue: (key, inMs = 0) => put(host, key, inMs),
      advance: (ms) => pass(host, ms),
    };
    dispatchTests(world);
    yieldTests(world);
    wakeTests(world);
    failureTests(world);
    handoverTests(world);
    fairnessTests(world);
    priorityTests(world);
  });
}

type SuiteContext = {
  host: () => EngineHost;
  start: (handler: Handler, concurrency?: number, limits?: LaneLimits) => Promise<Engine>;
  enqueue: (key: string, inMs?: number) => Promise<void>;
  advance: (ms: number) => Promise<void>;
};

function dispatchTests({ host, start, enqueue: put, advance: pass }: SuiteContext): void {
  it("dispatches a job to its handler once", async () => {
    const desk = createManualHandler(host);
    await start(desk.handler);
    await put("a");
    await pass(5_000);
    expect(desk.leases.map(({ job }) => job.key)).toEqual(["a"]);
    await desk.finish(0);
    await pass(60_000);
    expect(desk.leases).toHaveLength(1);
  });

  it("dispatches jobs enqueued before the start, and timers when they are due", async () => {
    const desk = createManualHandler(host);
    await put("old");
    await put("later", 3_600_000);
    await start(desk.handler);
    await pass(1_000);
    expect(desk.leases.map(({ job }) => job.key)).toEqual(["old"]);
    await pass(3_600_000);
    expect(desk.leases.map(({ job }) => job.key)).toEqual(["old", "later"]);
  });

  it("respects the concurrency limit and executes all jobs", async () => {
    const desk = createManualHandler(host);
    await start(desk.handler, 2);
    for (const key of ["a", "b", "c", "d", "e"]) await put(key);
    await pass(2_000);
    expect(desk.leases).toHaveLength(2);
    for (let at = 0; at < 5; at += 1) {
      await desk.finish(at);
      await pass(2_000);
    }
    expect(new Set(desk.leases.map(({ job }) => job.key)).size).toBe(5);
  });

  it("gives the slot of a job that waits for another job to other jobs", async () => {
    const begun: string[] = [];
    let done = (): void => undefined;
    const last = new Promise<void>((resolve) => (done = resolve));
    const handler: Handler = async ({ job, signal, yieldSlot: aside }) => {
      begun.push(job.key);
      const stopped = new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));
      if (job.key === "last") done();
      else await aside?.(Promise.race([last, stopped]));
      if (!signal.aborted) await host().store.write((tx) => tx.release(job));
    };
    await start(handler, 1);
    for (const key of ["first", "second", "last"]) await put(key);
    await pass(5_000);
    expect(begun.toSorted()).toEqual(["first", "last", "second"]);
  });
}

function yieldTests({ host, advance: pass }: SuiteContext): void {
  it("limits the number of waiting jobs, and still starts the jobs they wait for", async () => {
    const begun: string[] = [];
    let done = (): void => undefined;
    const last = new Promise<void>((resolve) => (done = resolve));
    const engine = host().open(2);
    const release = ({ job }: Lease): Promise<void> => host().store.write((tx) => tx.release(job));
    await engine.start({
      waits: async (lease) => {
        begun.push(lease.job.key);
        const stopped = new Promise<void>((resolve) => lease.signal.addEventListener("abort", () => resolve()));
        await lease.yieldSlot?.(Promise.race([last, stopped]));
        if (!lease.signal.aborted) await release(lease);
      },
      works: async (lease) => {
        done();
        await release(lease);
      },
    });
    const now = host().clock.now();
    await host().store.write((tx) => {
      for (let at = 0; at < 60; at += 1) tx.enqueue({ queue: "waits", key: `w${at}`, tenant, dueAt: now }, now);
    });
    await pass(20_000);
    const crowd = begun.length;
    expect([crowd >= 32, crowd <= 34]).toEqual([true, true]);
    await host().store.write((tx) => tx.enqueue({ queue: "works", key: "a", tenant, dueAt: now }, now));
    await pass(20_000);
    expect(new Set(begun).size).toBe(60);
    await engine.stop();
  });
}

function wakeTests({ host, start, enqueue: put, advance: pass }: SuiteContext): void {
  it("notifies a handler that its job was enqueued again, and dispatches the job again afterwards", async () => {
    const desk = createManualHandler(host);
    let woken = 0;
    await start((lease) => {
      lease.onWake(() => (woken += 1));
      return desk.handler(lease);
    });
    await put("a");
    await pass(1_000);
    await put("a");
    await pass(1_000);
    expect([desk.leases.length, woken]).toEqual([1, 1]);
    await desk.finish(0);
    await pass(1_000);
    expect(desk.leases).toHaveLength(2);
  });

  it("dispatches a job again that is enqueued at the moment it ends", async () => {
    const desk = createManualHandler(host);
    await start(desk.handler);
    await put("a");
    await pass(1_000);
    await Promise.all([desk.finish(0), put("a")]);
    await pass(100);
    expect(desk.leases).toHaveLength(2);
    await desk.finish(1);
    await pass(60_000);
    expect(desk.leases).toHaveLength(2);
  });

  it("delays a job until the time its handler sets", async () => {
    const desk = createManualHandler(host);
    await start(async (lease) => {
      await desk.handler(lease);
      const now = host().clock.now();
      await host().store.write((tx) => tx.release(lease.job, { dueAt: now + 10_000, now }));
    });
    await put("a");
    await pass(1_000);
    await desk.finish(0, "leave");
    await pass(8_000);
    expect(desk.leases).toHaveLength(1);
    await pass(3_000);
    expect(desk.leases).toHaveLength(2);
  });
}

function failureTests({ host, start, enqueue: put, advance: pass }: SuiteContext): void {
  it.each(["throw", "leave"] as const)(
    "dispatches a job again if its handler ends without a release: %s",
    async (how) => {
      const desk = createManualHandler(host);
      await start(desk.handler);
      await put("a");
      await put("b");
      await pass(1_000);
      await desk.finish(0, how);
      await pass(60_000);
      const [first, second, ...again] = desk.leases.map(({ job }) => job.key);
      // Two jobs with free slots may start in either order.
      expect(new Set([first, second])).toEqual(new Set(["a", "b"]));
      expect(again).toEqual([first]);
    },
  );

  it("backs off longer after each failure", async () => {
    const at: number[] = [];
    await start(async () => {
      at.push(host().clock.now());
      throw new Error("always fails");
    });
    await put("a");
    await pass(5_000);
    const [first = 0, second = 0, third = 0] = at;
    expect(second - first).toBeGreaterThanOrEqual(1_000);
    expect(third - second).toBeGreaterThanOrEqual(2_000);
    expect(at).toHaveLength(3);
  });

  it("aborts its handlers on stop and waits for them", async () => {
    const desk = createManualHandler(host, "stubborn");
    const engine = await start(desk.handler);
    await put("a");
    await pass(1_000);
    let stopped = false;
    const stopping = engine.stop().then(() => (stopped = true));
    await pass(1_000);
    expect([desk.leases[0]?.signal.aborted, stopped]).toEqual([true, false]);
    await desk.finish(0, "leave");
    await stopping;
    expect(stopped).toBe(true);
  });
}

function handoverTests({ host, start, enqueue: put, advance: pass }: SuiteContext): void {
  it("never leases a job to two engines, and another engine takes over after a stop", async () => {
    const first = createManualHandler(host);
    const second = createManualHandler(host);
    const engine = await start(first.handler);
    await start(second.handler);
    await put("a");
    await pass(5_000);
    expect(first.leases.length + second.leases.length).toBe(1);
    await engine.stop();
    await pass(120_000);
    expect(second.leases.map(({ job }) => job.key)).toEqual(["a"]);
  });
}

function fairnessTests({ host, start, advance: pass }: SuiteContext): void {
  const tenantsOf = (desks: readonly ManualHandler[]): string[] =>
    desks.flatMap(({ leases }) => leases.map(({ job }) => job.tenant)).toSorted();

  it("respects tenant limits over all engines", async () => {
    const desks = [createManualHandler(host), createManualHandler(host)];
    const limits = { perTenant: 2, tenants: { big: 3 } };
    for (const { handler } of desks) await start(handler, 64, limits);
    await enqueueMany(host(), { tenant: "small", count: 6 });
    await enqueueMany(host(), { tenant: "big", count: 6 });
    await pass(5_000);
    expect(tenantsOf(desks)).toEqual(["big", "big", "big", "small", "small"]);
    const desk = desks.find(({ leases }) => leases.length > 0);
    await desk?.finish(0);
    await pass(5_000);
    expect(tenantsOf(desks)).toHaveLength(6);
  });

  it("does not block other tenants behind a tenant at its limit", async () => {
    const desk = createManualHandler(host);
    await enqueueMany(host(), { tenant: "flood", count: 2_000 });
    await start(desk.handler, 8, { perTenant: 1 });
    await pass(1_000);
    await enqueueMany(host(), { tenant: "other", count: 1 });
    await pass(2_000);
    expect(tenantsOf([desk])).toEqual(["flood", "other"]);
  });

  it("gives the next slot to the tenant with the fewest running jobs, however long the other queues are", async () => {
    const desk = createManualHandler(host);
    await enqueueMany(host(), { tenant: "flood", count: 10_000 });
    await start(desk.handler, 3);
    await pass(1_000);
    await enqueueMany(host(), { tenant: "other", count: 1 });
    await pass(2_000);
    expect(tenantsOf([desk])).toEqual(["flood", "flood", "flood"]);
    await desk.finish(1);
    await pass(2_000);
    expect(tenantsOf([desk])).toEqual(["flood", "flood", "flood", "other"]);
  });
}

function priorityTests({ host, start, advance: pass }: SuiteContext): void {
  it("starts jobs of a higher priority first, however many of a lower one are due before", async () => {
    const desk = createManualHandler(host);
    await enqueueMany(host(), { tenant: "low", priority: -1, count: 1_200 });
    await start(desk.handler, 1);
    await pass(1_000);
    await enqueueMany(host(), { tenant: "low", name: "normal", count: 1 });
    await pass(1_000);
    await enqueueMany(host(), { tenant: "low", name: "high", priority: 1, count: 2 });
    await pass(2_000);
    for (let at = 0; at < 4; at += 1) {
      await desk.finish(at);
      await pass(2_000);
    }
    const keys = desk.leases.map(({ job }) => job.key);
    expect(keys.map((key) => key.replace(/-.*/, ""))).toEqual(["low", "high", "high", "normal", "low"]);
  });

  it("shares slots between tenants whatever priorities they use, and keeps the priority of a woken job", async () => {
    const desk = createManualHandler(host);
    await start(desk.handler, 2);
    await enqueueMany(host(), { tenant: "urgent", priority: 1, count: 4 });
    await pass(1_000);
    await enqueueMany(host(), { tenant: "calm", priority: -1, count: 1 });
    await enqueueMany(host(), { tenant: "urgent", count: 4 });
    await pass(1_000);
    await desk.finish(0);
    await pass(2_000);
    expect(desk.leases.map(({ job }) => job.tenant)).toEqual(["urgent", "urgent", "calm"]);
    await desk.finish(1);
    await pass(2_000);
    expect(desk.leases[3]?.job).toMatchObject({ tenant: "urgent", priority: 1 });
  });
}

type ManyJobs = { tenant: string; name?: string; priority?: number; count: number };

/** All in one transaction. */
function enqueueMany({ store, clock }: EngineHost, { count, name, ...of }: ManyJobs): Promise<void> {
  const now = clock.now();
  return store.write((tx) => {
    for (let at = 0; at < count; at += 1)
      tx.enqueue({ queue: "q", key: `${name ?? of.tenant}-${at}`, ...of, dueAt: now }, now);
  });
}

function put({ store, clock }: EngineHost, key: string, inMs: number): Promise<void> {
  const now = clock.now();
  return store.write((tx) => tx.enqueue({ queue: "q", key, tenant, dueAt: now + inMs }, now));
}

/** Advances time in small steps, so that work can run in between. */
async function pass(host: EngineHost, ms: number): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) {
    host.clock.advance(ms / 20);
    for (let wait = 0; wait < 5; wait += 1) await nextTurn();
    await host.settle?.();
  }
}

function createManualHandler(host: () => EngineHost, manner: "stubborn" | "obedient" = "obedient"): ManualHandler {
  const leases: Lease[] = [];
  const ends: ((how: "release" | "leave" | "throw") => void)[] = [];
  const finish: ManualHandler["finish"] = async (at, how = "release") => {
    ends[at]?.(how);
    for (let wait = 0; wait < 10; wait += 1) await nextTurn();
    await host().settle?.();
  };
  return {
    leases,
    finish,
    async handler(lease) {
      leases.push(lease);
      const how = await new Promise<"release" | "leave" | "throw">((resolve) => {
        ends.push(resolve);
        if (manner === "obedient") lease.signal.addEventListener("abort", () => resolve("leave"));
      });
      if (how === "throw") throw new Error("the handler fails");
      if (how === "release") await host().store.write((tx) => tx.release(lease.job));
    },
  };
}
