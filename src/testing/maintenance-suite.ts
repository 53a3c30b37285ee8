import { compact } from "../plan/compact.ts";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Audit } from "../ports/audit.ts";
import type { Run } from "../ports/run.ts";
import type { Store } from "../ports/store.ts";
import type { Maintenance } from "../ports/maintenance.ts";
import { now, sampleEffect, sampleFact, samplePlan, sampleRun, sampleWait, tenant } from "./store-suite/samples.ts";

export type UpkeepHost = { store: Store; audit: Audit; maintenance: Maintenance; stop(): Promise<void> };

/** The behaviour that the maintenance of every store must have. Each test gets an empty store. */
export function maintenanceSuite(title: string, open: () => Promise<UpkeepHost>): void {
  describe(`maintenance: ${title}`, () => {
    let host: UpkeepHost;
    beforeEach(async () => {
      host = await open();
    });
    afterEach(() => host.stop());
    runsSuite(() => host);
    restSuite(() => host);
  });
}

const ended = (run: Run): Run => ({
  ...sampleRun(run.id, run.tenant),
  status: "completed",
  taskStatus: "COMPLETED",
  startedAt: now,
  endedAt: now,
  costMicroCents: 0,
});

async function addRun({ store }: UpkeepHost, id: string, { isEnded = true, of = tenant } = {}): Promise<void> {
  const run = sampleRun(id, of);
  await store.write((tx) => {
    tx.createRun(run, samplePlan);
    tx.append(id, sampleFact("s1"), now);
    tx.openWait({ ...sampleWait(`wait-${id}`, id), tenant: of });
    tx.reserve(sampleEffect(`run:${id}:step:s1`, { runId: id, tenant: of }));
    tx.reserve(sampleEffect(`invoice:${id}`, { runId: id, tenant: of }));
    if (isEnded) tx.setRun(ended(run));
  });
}

function runsSuite(host: () => UpkeepHost): void {
  it("lists ended runs by age, oldest first, in pages", async () => {
    for (const id of ["c", "a", "b", "x"]) await addRun(host(), id);
    await addRun(host(), "aa", { isEnded: false });
    await addRun(host(), "other", { of: "globex" });
    const page = (after?: string) => host().maintenance.endedRuns(compact({ tenant, before: "x", limit: 2, after }));
    expect((await page()).map(({ id }) => id)).toEqual(["a", "b"]);
    expect((await page("b")).map(({ id }) => id)).toEqual(["c"]);
    expect((await host().maintenance.tenants()).toSorted()).toEqual([tenant, "globex"]);
  });

  it("drops a run with its own data, and keeps effects that other runs may use", async () => {
    await addRun(host(), "a");
    await addRun(host(), "b");
    const { store, maintenance } = host();
    await maintenance.dropRuns("globex", ["a"]);
    expect(await store.run(tenant, "a")).toBeDefined();
    await maintenance.dropRuns(tenant, ["a"]);
    expect(await store.run(tenant, "a")).toBeUndefined();
    expect(await store.waits(tenant, { runId: "a" })).toEqual([]);
    expect((await store.effects(tenant, "a")).map(({ key }) => key)).toEqual(["invoice:a"]);
    expect((await store.effects(tenant, "b")).map(({ key }) => key)).toEqual(["invoice:b", "run:b:step:s1"]);
    expect(await store.journal(tenant, "b")).toHaveLength(1);
    await store.write((tx) => tx.createRun(sampleRun("a"), samplePlan));
    expect(await store.journal(tenant, "a")).toEqual([]);
  });

  it("drops effects by their exact keys", async () => {
    const { store, maintenance } = host();
    await addRun(host(), "a");
    await maintenance.dropEffects(tenant, ["invoice:a", "invoice"]);
    expect((await store.effects(tenant, "a")).map(({ key }) => key)).toEqual(["run:a:step:s1"]);
  });
}

function restSuite(host: () => UpkeepHost): void {
  it("drops expired answers in bounded batches", async () => {
    const { store, maintenance } = host();
    for (const [key, expiresAt] of [
      ["a", now],
      ["b", now - 1],
      ["c", now + 1],
    ] as const)
      await store.write((tx) => tx.claim({ tenant, key, bodyHash: "h", expiresAt }, now - 10));
    expect(await maintenance.countExpired(now)).toBe(2);
    expect(await maintenance.dropExpired(now, 1)).toBe(1);
    expect(await maintenance.dropExpired(now, 5)).toBe(1);
    expect(await maintenance.dropExpired(now, 5)).toBe(0);
    expect(await store.claim(tenant, "c")).toBeDefined();
  });

  it("forgets the beginning of the audit log and nothing else of it", async () => {
    const { audit, maintenance } = host();
    for (let at = 1; at <= 4; at += 1)
      await audit.record({
        tenant,
        principal: "p",
        action: `a${at}`,
        subjects: [],
        requestId: "r",
        at,
        outcome: "done",
      });
    const [first, second] = await maintenance.oldestAudit(0, 2);
    expect([first?.at, second?.at]).toEqual([1, 2]);
    expect(await maintenance.oldestAudit(second?.seq ?? 0, 1)).toMatchObject([{ at: 3 }]);
    await maintenance.dropAudit(second?.seq ?? 0);
    expect((await audit.list({ tenant, limit: 9 })).map(({ action }) => action)).toEqual(["a4", "a3"]);
  });
}
