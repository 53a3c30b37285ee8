import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Store } from "../../ports/store.ts";
import { effectsSuite } from "./effects.ts";
import { jobsSuite } from "./jobs.ts";
import { recordsSuite } from "./records.ts";
import { runsSuite } from "./runs.ts";
import { now, sampleFact, samplePlan, sampleRun, tenant } from "./samples.ts";

export type StoreHost = {
  store: Store;
  /** Opens the same data again, as after a restart; undefined for an in-memory store. */
  reopen?: () => Promise<Store>;
  stop(): Promise<void>;
};

/** The behaviour that every store must have. Each test gets an empty store. */
export function storeSuite(title: string, open: () => Promise<StoreHost>): void {
  describe(`store: ${title}`, () => {
    let host: StoreHost;
    beforeEach(async () => {
      host = await open();
    });
    afterEach(() => host.stop());
    const store = (): Store => host.store;

    runsSuite(store);
    effectsSuite(store);
    jobsSuite(store);
    recordsSuite(store);
    transactionsSuite(() => host);
  });
}

function transactionsSuite(host: () => StoreHost): void {
  describe("transactions", () => {
    it("are atomic over runs and jobs", async () => {
      const { store } = host();
      const failing = store.write((tx) => {
        tx.createRun(sampleRun("run-1"), samplePlan);
        tx.enqueue({ queue: "q", key: "run-1", tenant, dueAt: now }, now);
        tx.append("run-1", sampleFact("s1"), now);
        tx.append("run-1", sampleFact("s1"), now);
      });
      await expect(failing).rejects.toMatchObject({ code: "conflict" });
      expect(await store.run(tenant, "run-1")).toBeUndefined();
      expect(await store.jobs.due(now, 10)).toEqual([]);
    });

    it("that run concurrently are isolated", async () => {
      const { store } = host();
      const write = (at: number) =>
        store.write((tx) => {
          tx.createRun(sampleRun(`run-${at % 50}`), samplePlan);
          tx.append(`run-${at % 50}`, sampleFact("s1"), now);
        });
      const results = await Promise.allSettled(Array.from({ length: 100 }, (_, at) => write(at)));
      expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(50);
      expect(await store.runs({ tenant, limit: 100 })).toHaveLength(50);
    });

    it("are durable once acknowledged", async () => {
      const { store, reopen } = host();
      if (reopen === undefined) return;
      await store.write((tx) => {
        tx.createRun(sampleRun("run-1"), samplePlan);
        tx.append("run-1", sampleFact("s1"), now);
        tx.enqueue({ queue: "q", key: "run-1", tenant, dueAt: now }, now);
      });
      const again = await reopen();
      expect(await again.run(tenant, "run-1")).toEqual(sampleRun("run-1"));
      expect(await again.journal(tenant, "run-1")).toHaveLength(1);
      expect(await again.jobs.due(now, 10)).toHaveLength(1);
      await again.close();
    });

    it("are refused by a closed store", async () => {
      const { store } = host();
      await store.close();
      await expect(store.write((tx) => tx.dropClaim(tenant, "k"))).rejects.toMatchObject({ code: "closed" });
    });
  });
}
