import * as fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Archive, type ArchiveRow, archiveTableNames } from "../../ports/archive.ts";
import { now, sampleFact, samplePlan, sampleRun, tenant } from "../store-suite/samples.ts";
import { type Stores, writeSampleData, type SampleData, sampleData } from "./sample-data.ts";

export type ArchiveHost = Stores & {
  archive: Archive;
  /** Tries to remove the audit log with direct SQL. */
  tamper(): Promise<unknown>;
  stop(): Promise<void>;
};

const fullSample: SampleData = { runs: 3, words: ["a", "ж\0🌍", "b"], times: [now, now + 1] };

/** The behaviour that every archive must have. `open` returns an empty store. */
export function archiveSuite(title: string, open: () => Promise<ArchiveHost>): void {
  describe(`the archive of ${title}`, () => {
    let host: ArchiveHost;
    beforeEach(async () => {
      host = await open();
    });
    afterEach(() => host.stop());
    readingSuite(() => host);
    fillingSuite(() => host, open);
  });
}

export async function rowsIn(archive: Archive): Promise<ArchiveRow[]> {
  return archive.read(async (snapshot) => {
    const rows: ArchiveRow[] = [];
    for await (const batch of snapshot.rows()) rows.push(...batch);
    return rows;
  });
}

/** Fills the archive in batches, like a restore. */
export function fillWith(archive: Archive, rows: readonly ArchiveRow[]): Promise<void> {
  return archive.restore(async (filling) => {
    for (const table of archiveTableNames) await filling.add(rows.filter((row) => row.table === table));
  });
}

function readingSuite(host: () => ArchiveHost): void {
  it("counts its rows and contains every table that has data", async () => {
    await writeSampleData(host(), fullSample);
    const counts = await host().archive.read(async (snapshot) => snapshot.counts);
    const rows = await rowsIn(host().archive);
    for (const table of archiveTableNames) {
      expect([table, counts[table]]).toEqual([table, rows.filter((row) => row.table === table).length]);
      expect([table, counts[table] > 0]).toEqual([table, true]);
    }
  });

  it("reads a consistent snapshot during concurrent writes", async () => {
    const { archive, store } = host();
    await writeSampleData(host(), fullSample);
    const before = await rowsIn(archive);
    const during = await archive.read(async (snapshot) => {
      const rows: ArchiveRow[] = [];
      for await (const batch of snapshot.rows()) {
        rows.push(...batch);
        const id = `late-${rows.length}`;
        await store.write((tx) => {
          tx.createRun(sampleRun(id), samplePlan);
          tx.count({ tenant, key: "a", add: 1 });
        });
      }
      return rows;
    });
    expect(during).toEqual(before);
    expect((await rowsIn(archive)).length).toBeGreaterThan(before.length);
  });
}

function fillingSuite(host: () => ArchiveHost, open: () => Promise<ArchiveHost>): void {
  // Nothing may be lost, added or changed.
  it("restored from another archive, returns the same rows in the same order", { timeout: 120_000 }, async () => {
    const property = fc.asyncProperty(sampleData, async (planting) => {
      const [from, to] = [await open(), await open()];
      try {
        await writeSampleData(from, planting);
        const rows = await rowsIn(from.archive);
        await fillWith(to.archive, rows);
        expect(await rowsIn(to.archive)).toEqual(rows);
      } finally {
        await from.stop();
        await to.stop();
      }
    });
    await fc.assert(property, { seed: 10, numRuns: 5 });
  });

  it("continues after a restore: sequences increase, jobs are due, search works", async () => {
    const from = await open();
    await writeSampleData(from, fullSample);
    const rows = await rowsIn(from.archive);
    await from.stop();
    const { archive, store, audit, knowledge, keys } = host();
    await fillWith(archive, rows);
    const [last] = (await store.journal(tenant, "run-2")).slice(-1);
    await store.write((tx) => tx.append("run-0", sampleFact("more"), now));
    expect((await store.journal(tenant, "run-0")).at(-1)?.seq).toBeGreaterThan(last?.seq ?? Infinity);
    await audit.record({ tenant, principal: "p", action: "a", subjects: [], requestId: "r", at: now, outcome: "done" });
    expect((await audit.list({ tenant, limit: 10 })).map(({ action }) => action)).toHaveLength(4);
    expect((await store.jobs.due(now + 10, 10)).map(({ key }) => key)).toEqual(["run-0", "run-2"]);
    expect((await knowledge.search({ text: "purchase orders", limit: 10 }, tenant)).length).toBe(3);
    expect((await keys.find("key-0"))?.hash).toBe("h");
  });

  it("rolls back a failed restore, also after existing data was removed", async () => {
    const { archive } = host();
    await writeSampleData(host(), fullSample);
    const before = await rowsIn(archive);
    const failing = archive.restore(async (filling) => {
      await filling.clear();
      await filling.add(before.slice(0, 1));
      throw new TypeError("the file was cut");
    });
    await expect(failing).rejects.toThrow(TypeError);
    expect(await rowsIn(archive)).toEqual(before);
  });

  it("removes existing data on request, including the audit log, which is protected again afterwards", async () => {
    const { archive, audit } = host();
    await writeSampleData(host(), fullSample);
    const rows = await rowsIn(archive);
    await archive.restore(async (filling) => {
      expect(filling.counts.runs).toBe(3);
      await filling.clear();
      expect((await filling.snapshot()).counts).toMatchObject({ runs: 0, audit: 0, knowledge: 0 });
      for (const table of archiveTableNames) await filling.add(rows.filter((row) => row.table === table));
    });
    expect(await rowsIn(archive)).toEqual(rows);
    await expect(host().tamper()).rejects.toThrow("append-only");
    expect(await audit.list({ tenant, limit: 10 })).toHaveLength(3);
  });
}
