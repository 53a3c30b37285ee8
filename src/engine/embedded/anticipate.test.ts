import { setImmediate as nextTurn } from "node:timers/promises";
import { afterEach, describe, expect, it } from "vitest";
import { freeLock, openRunsWorld, type RunsWorld, tenant } from "../../../test/support/runs-world.ts";
import type { Job, Lease } from "../../ports/engine.ts";
import type { Store } from "../../ports/store.ts";
import { createFakeClock } from "../../testing/fake-clock.ts";
import { createMemoryLog } from "../../testing/memory-log.ts";
import { createMemoryStore } from "../../testing/memory-store/store.ts";
import { createEmbeddedEngine } from "./engine.ts";

describe("an anticipated job", () => {
  async function open(concurrency = 64) {
    const [store, clock, leases] = [createMemoryStore(), createFakeClock(), [] as Lease[]];
    const engine = createEmbeddedEngine({
      jobs: store.jobs,
      lock: freeLock(),
      clock,
      log: createMemoryLog(),
      concurrency,
    });
    const woken: string[] = [];
    await engine.start({
      q: async (lease) => {
        leases.push(lease);
        lease.onWake(() => woken.push(lease.job.key));
        await new Promise((resolve) => lease.signal.addEventListener("abort", resolve));
      },
    });
    const job = (key: string): Job => ({ queue: "q", key, tenant, dueAt: clock.now() });
    const put = (key: string) => store.write((tx) => tx.enqueue(job(key), clock.now()));
    return { engine, leases, woken, job, put };
  }

  it("starts at once, and its announcement neither wakes nor restarts it", async () => {
    const { engine, leases, woken, job, put } = await open();
    engine.anticipate?.(job("a"));
    expect(leases.map((lease) => lease.job)).toEqual([{ ...job("a"), version: 1 }]);
    await put("a");
    await nextTurn();
    expect([leases.length, woken]).toEqual([1, []]);
    await put("a");
    expect([leases.length, woken]).toEqual([1, ["a"]]);
    await engine.stop();
  });

  it("waits when all slots are taken, and never starts in a stopping engine", async () => {
    const { engine, leases, job, put } = await open(1);
    await put("a");
    engine.anticipate?.(job("b"));
    expect(leases.map((lease) => lease.job.key)).toEqual(["a"]);
    await engine.stop();
    engine.anticipate?.(job("c"));
    expect(leases).toHaveLength(1);
  });
});

describe("a run that fails to be stored", () => {
  let world: RunsWorld;
  afterEach(() => world.engine.stop());

  it.each([{}, { effect: { class: "additive", scope: "mail" } }])(
    "sends no write and leaves nothing, although it had started: %j",
    async (more) => {
      const store = createMemoryStore();
      let fails = true;
      const failing: Store = {
        ...store,
        write: (change) =>
          store.write((tx) => {
            change({ ...tx, createRun: (run, plan) => (fails ? refuse() : tx.createRun(run, plan)) });
          }),
      };
      world = await openRunsWorld({ send: { effect: "additive", run: () => ({}) } }, { store: failing });
      const steps = [{ id: "a", kind: "tool", tool: "send", ...more }];
      await expect(world.create(steps)).rejects.toThrow("no room");
      await world.settle();
      expect([world.verbs.calls, await store.runs({ tenant, limit: 9 })]).toEqual([[], []]);
      fails = false;
      expect(await world.run(steps)).toMatchObject({ status: "completed" });
    },
  );
});

function refuse(): never {
  throw new Error("no room");
}
