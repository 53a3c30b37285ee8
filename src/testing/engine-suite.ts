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
   * Another engine on the same store, as another process would have it; works on at most `concurrency` jobs at once, and
   * all of them together on no more of a lane than it may have.
   */
  open(concurrency?: number, limits?: LaneLimits): Engine;
  /** Resolves when all that was set off has come to rest, for a store that is further away than a turn of the event loop. */
  settle?(): Promise<void>;
  stop(): Promise<void>;
};

/** A handler in the test's hands: it sees every lease, and each ends when the test says so, or the engine stops. */
type Desk = {
  handler: Handler;
  leases: Lease[];
  finish(at: number, how?: "release" | "leave" | "throw"): Promise<void>;
};

const tenant = "acme";

/** What every engine must do. */
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
    const start: World["start"] = async (handler, concurrency, limits) => {
      const engine = host.open(concurrency, limits);
      started.push(engine);
      await engine.start({ q: handler });
      return engine;
    };
    const world: World = {
      host: () => host,
      start,
      put: (key, inMs = 0) => put(host, key, inMs),
      pass: (ms) => pass(host, ms),
    };
    handingOut(world);
    crowding(world);
    waking(world);
    failing(world);
    several(world);
    sharing(world);
  });
}

type World = {
  host: () => EngineHost;
  start: (handler: Handler, concurrency?: number, limits?: LaneLimits) => Promise<Engine>;
  put: (key: string, inMs?: number) => Promise<void>;
  pass: (ms: number) => Promise<void>;
};

function handingOut({ host, start, put, pass }: World): void {
  it("hands a job to its handler, once", async () => {
    const desk = createDesk(host);
    await start(desk.handler);
    await put("a");
    await pass(5_000);
    expect(desk.leases.map(({ job }) => job.key)).toEqual(["a"]);
    await desk.finish(0);
    await pass(60_000);
    expect(desk.leases).toHaveLength(1);
  });

  it("hands out what was put in before it started, and timers at their time", async () => {
    const desk = createDesk(host);
    await put("old");
    await put("later", 3_600_000);
    await start(desk.handler);
    await pass(1_000);
    expect(desk.leases.map(({ job }) => job.key)).toEqual(["old"]);
    await pass(3_600_000);
    expect(desk.leases.map(({ job }) => job.key)).toEqual(["old", "later"]);
  });

  it("works on no more jobs at once than it may, and gets to all of them", async () => {
    const desk = createDesk(host);
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

  it("gives the room of a job that waits for another to others", async () => {
    const begun: string[] = [];
    let done = (): void => undefined;
    const last = new Promise<void>((resolve) => (done = resolve));
    const handler: Handler = async ({ job, signal, aside }) => {
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

function crowding({ host, pass }: World): void {
  it("begins no more of those that wait for others than there is use for, and what they wait for all the same", async () => {
    const begun: string[] = [];
    let done = (): void => undefined;
    const last = new Promise<void>((resolve) => (done = resolve));
    const engine = host().open(2);
    const release = ({ job }: Lease): Promise<void> => host().store.write((tx) => tx.release(job));
    await engine.start({
      waits: async (lease) => {
        begun.push(lease.job.key);
        const stopped = new Promise<void>((resolve) => lease.signal.addEventListener("abort", () => resolve()));
        await lease.aside?.(Promise.race([last, stopped]));
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

function waking({ host, start, put, pass }: World): void {
  it("tells a handler that its job was put in again, and hands the job out again afterwards", async () => {
    const desk = createDesk(host);
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

  it("lets a job rest until the time its handler names", async () => {
    const desk = createDesk(host);
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

function failing({ host, start, put, pass }: World): void {
  it.each(["throw", "leave"] as const)(
    "hands a job out again when its handler ends without a release: %s",
    async (how) => {
      const desk = createDesk(host);
      await start(desk.handler);
      await put("a");
      await put("b");
      await pass(1_000);
      await desk.finish(0, how);
      await pass(60_000);
      expect(desk.leases.map(({ job }) => job.key)).toEqual(["a", "b", "a"]);
    },
  );

  it("lets a job rest longer each time its handler fails", async () => {
    const at: number[] = [];
    await start(async () => {
      at.push(host().clock.now());
      throw new Error("no use");
    });
    await put("a");
    await pass(5_000);
    const [first = 0, second = 0, third = 0] = at;
    expect(second - first).toBeGreaterThanOrEqual(1_000);
    expect(third - second).toBeGreaterThanOrEqual(2_000);
    expect(at).toHaveLength(3);
  });

  it("stops only when its handlers have returned, and tells them", async () => {
    const desk = createDesk(host, "stubborn");
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

function several({ host, start, put, pass }: World): void {
  it("never has two engines on one job, and a job outlives the engine that held it", async () => {
    const first = createDesk(host);
    const second = createDesk(host);
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

function sharing({ host, start, pass }: World): void {
  const tenantsOf = (desks: readonly Desk[]): string[] =>
    desks.flatMap(({ leases }) => leases.map(({ job }) => job.tenant)).toSorted();

  it("works on no more jobs of a tenant at once than it may have, over all engines together", async () => {
    const desks = [createDesk(host), createDesk(host)];
    const limits = { perTenant: 2, tenants: { big: 3 } };
    for (const { handler } of desks) await start(handler, 64, limits);
    await putMany(host(), { tenant: "small", count: 6 });
    await putMany(host(), { tenant: "big", count: 6 });
    await pass(5_000);
    expect(tenantsOf(desks)).toEqual(["big", "big", "big", "small", "small"]);
    const desk = desks.find(({ leases }) => leases.length > 0);
    await desk?.finish(0);
    await pass(5_000);
    expect(tenantsOf(desks)).toHaveLength(6);
  });

  it("lets nobody wait behind a tenant that has as much as it may", async () => {
    const desk = createDesk(host);
    await putMany(host(), { tenant: "flood", count: 2_000 });
    await start(desk.handler, 8, { perTenant: 1 });
    await pass(1_000);
    await putMany(host(), { tenant: "other", count: 1 });
    await pass(2_000);
    expect(tenantsOf([desk])).toEqual(["flood", "other"]);
  });

  it("gives the next room to whoever has the least, however long another's line is", async () => {
    const desk = createDesk(host);
    await putMany(host(), { tenant: "flood", count: 10_000 });
    await start(desk.handler, 3);
    await pass(1_000);
    await putMany(host(), { tenant: "other", count: 1 });
    await pass(2_000);
    expect(tenantsOf([desk])).toEqual(["flood", "flood", "flood"]);
    await desk.finish(1);
    await pass(2_000);
    expect(tenantsOf([desk])).toEqual(["flood", "flood", "flood", "other"]);
  });
}

/** All in one transaction. */
function putMany({ store, clock }: EngineHost, of: { tenant: string; count: number }): Promise<void> {
  const now = clock.now();
  return store.write((tx) => {
    for (let at = 0; at < of.count; at += 1)
      tx.enqueue({ queue: "q", key: `${of.tenant}-${at}`, tenant: of.tenant, dueAt: now }, now);
  });
}

function put({ store, clock }: EngineHost, key: string, inMs: number): Promise<void> {
  const now = clock.now();
  return store.write((tx) => tx.enqueue({ queue: "q", key, tenant, dueAt: now + inMs }, now));
}

/** Time goes by a little at a time, with room between for what follows. */
async function pass(host: EngineHost, ms: number): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) {
    host.clock.advance(ms / 20);
    for (let wait = 0; wait < 5; wait += 1) await nextTurn();
    await host.settle?.();
  }
}

function createDesk(host: () => EngineHost, manner: "stubborn" | "obedient" = "obedient"): Desk {
  const leases: Lease[] = [];
  const ends: ((how: "release" | "leave" | "throw") => void)[] = [];
  const finish: Desk["finish"] = async (at, how = "release") => {
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
