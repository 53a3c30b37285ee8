import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { archiveTableNames, archiveTables } from "../../ports/archive.ts";
import { archiveSuite } from "../../testing/archive-suite/index.ts";
import { createSqliteArchive } from "./archive.ts";
import { createAudit } from "../audit.ts";
import { openDatabase } from "./database.ts";
import { createFileLock } from "./file-lock.ts";
import { createKeys } from "../keys.ts";
import { createSqliteKnowledge } from "./knowledge.ts";
import { createSqliteStore } from "./store.ts";

const terms = (text: string): string[] =>
  text
    .toLowerCase()
    .replaceAll("orders", "order")
    .split(/\P{L}+/u)
    .filter(Boolean);

function openHost() {
  const folder = mkdtempSync(join(tmpdir(), "planwright-archive-"));
  const path = join(folder, "test.db");
  const db = openDatabase({ path });
  const lock = createFileLock(join(folder, "engine.lock"));
  return {
    db,
    folder,
    store: createSqliteStore(db),
    keys: createKeys(db),
    audit: createAudit(db),
    knowledge: createSqliteKnowledge({ db, terms, clock: { now: () => 1, setTimer: () => () => undefined } }),
    archive: createSqliteArchive({ path, terms, lock }),
    tamper: () => db.commit(() => db.prepare("DELETE FROM audit").run()),
    async stop() {
      await db.close();
      rmSync(folder, { recursive: true });
    },
  };
}

archiveSuite("SQLite", async () => openHost());

/** A restored job has no worker, and the entry of a run in the list is read from its record and its plan. */
const leftOut: Readonly<Record<string, readonly string[]>> = {
  jobs: ["version"],
  runs: ["created_at", "ended_at", "steps", "caller", "tools", "title", "error"],
};

describe("the archive of SQLite", () => {
  // A table or a column that is added and not archived would be lost by every backup from then on.
  it("covers every table and column", async () => {
    const host = openHost();
    const { db } = host;
    const tables = db.prepare("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name").all();
    const names = tables.map(({ name }) => String(name));
    const own = new Set<string>(archiveTableNames);
    const apart = /^(?:migrations|sqlite_sequence|knowledge_.*|react_index)$/;
    expect(names.filter((name) => !own.has(name) && !apart.test(name))).toEqual([]);
    for (const table of archiveTableNames.filter((name) => name !== "knowledge")) {
      const columns = db.prepare(`SELECT name FROM pragma_table_info('${table}')`).all();
      const left = new Set(leftOut[table]);
      const kept = columns.map(({ name }) => String(name)).filter((name) => !left.has(name));
      expect(kept.toSorted()).toEqual([...archiveTables[table]].toSorted());
    }
    await host.stop();
  });

  it("reports a process that runs the file's jobs", async () => {
    const host = openHost();
    const { archive, folder } = host;
    const worker = createFileLock(join(folder, "engine.lock"));
    worker.tryAcquire();
    expect(await archive.restore(async ({ isInUse }) => isInUse)).toBe(true);
    worker.release();
    expect(await archive.restore(async ({ isInUse }) => isInUse)).toBe(false);
    await host.stop();
  });
});
