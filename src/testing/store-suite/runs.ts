import { describe, expect, it } from "vitest";
import type { Store } from "../../ports/store.ts";
import { now, sampleFact, samplePlan, sampleRun, tenant } from "./samples.ts";

export function runsSuite(store: () => Store): void {
  describe("runs", () => runs(store));
  describe("journal", () => journal(store));
}

function createIn(store: Store, id: string): Promise<void> {
  return store.write((tx) => tx.createRun(sampleRun(id), samplePlan));
}

function runs(store: () => Store): void {
  const create = (id: string) => createIn(store(), id);

  it("returns a run and its plan as written", async () => {
    await create("run-1");
    expect(await store().run(tenant, "run-1")).toEqual(sampleRun("run-1"));
    expect(await store().plan(tenant, "hash-of-plan")).toEqual(samplePlan);
    expect(await store().run(tenant, "run-2")).toBeUndefined();
  });

  it("hides runs, plans, journals and effects of other tenants", async () => {
    await create("run-1");
    await store().write((tx) => tx.append("run-1", sampleFact("s1"), now));
    expect(await store().run("other", "run-1")).toBeUndefined();
    expect(await store().plan("other", "hash-of-plan")).toBeUndefined();
    expect(await store().journal("other", "run-1")).toEqual([]);
    expect(await store().runs({ tenant: "other", limit: 10 })).toEqual([]);
  });

  it("refuses an existing id and changes nothing", async () => {
    await create("run-1");
    const again = store().write((tx) => {
      tx.append("run-1", sampleFact("s1"), now);
      tx.createRun(sampleRun("run-1"), samplePlan);
    });
    await expect(again).rejects.toMatchObject({ code: "conflict" });
    expect(await store().journal(tenant, "run-1")).toEqual([]);
  });

  it("lists by id, last first, in pages, by status", async () => {
    for (const id of ["run-1", "run-2", "run-3"]) await create(id);
    await store().write((tx) => tx.setRun({ ...sampleRun("run-2"), status: "running", startedAt: now }));
    const ids = async (query: object) => (await store().runs({ tenant, limit: 10, ...query })).map((run) => run.id);
    expect(await ids({})).toEqual(["run-3", "run-2", "run-1"]);
    expect(await ids({ limit: 1 })).toEqual(["run-3"]);
    expect(await ids({ before: "run-3" })).toEqual(["run-2", "run-1"]);
    expect(await ids({ status: "running" })).toEqual(["run-2"]);
  });

  it("never changes a run that has ended", async () => {
    await create("run-1");
    const ended = { startedAt: now, endedAt: now, costMicroCents: 0 };
    await store().write((tx) => tx.setRun({ ...sampleRun("run-1"), status: "cancelled", reason: "", ...ended }));
    const late = store().write((tx) => tx.setRun({ ...sampleRun("run-1"), status: "running", startedAt: now }));
    await expect(late).rejects.toMatchObject({ code: "conflict" });
    expect(await store().run(tenant, "run-1")).toMatchObject({ status: "cancelled" });
  });
}

function journal(store: () => Store): void {
  it("keeps facts in write order, and returns those after a position", async () => {
    await createIn(store(), "run-1");
    await store().write((tx) => {
      tx.append("run-1", sampleFact("s2"), now + 1);
      tx.append("run-1", sampleFact("s1"), now + 2);
    });
    const [first, second] = await store().journal(tenant, "run-1");
    expect(first).toMatchObject({ key: "step:s2:attempt:1", at: now + 1, fact: sampleFact("s2") });
    expect(second?.key).toBe("step:s1:attempt:1");
    expect(await store().journal(tenant, "run-1", first?.seq)).toEqual([second]);
  });

  it("stores a fact once: the second writer of a key gets a conflict", async () => {
    await createIn(store(), "run-1");
    const write = () => store().write((tx) => tx.append("run-1", sampleFact("s1"), now));
    const results = await Promise.allSettled([write(), write()]);
    expect(results.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    expect(await store().journal(tenant, "run-1")).toHaveLength(1);
  });
}
