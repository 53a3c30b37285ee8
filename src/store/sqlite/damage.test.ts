import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Database, openDatabase } from "./database.ts";
import { createFileLock } from "./file-lock.ts";

const migrations = [{ name: "1-things", sql: "CREATE TABLE things (name TEXT PRIMARY KEY, body TEXT)" }];

let folder: string;
let path: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "planwright-damage-"));
  path = join(folder, "data", "planwright.db");
});

afterEach(() => rmSync(folder, { recursive: true }));

const open = (check = false): Database => openDatabase({ path, migrations, settleWaitMs: 50, check });

async function fill(database: Database): Promise<void> {
  await database.commit(() => {
    for (let at = 0; at < 2_000; at += 1)
      database.prepare("INSERT INTO things VALUES (?, ?)").run(`thing-${at}`, "x".repeat(200));
  });
}

/** Overwrites 40 pages in the middle of the file. */
function damage(): void {
  const file = openSync(path, "r+");
  writeSync(file, Buffer.alloc(40 * 4096, 0xa5), 0, 40 * 4096, 20 * 4096);
  closeSync(file);
}

describe("a damaged database", () => {
  it("is found before it is used", async () => {
    const database = open();
    await fill(database);
    await database.close();
    damage();
    expect(() => open(true)).toThrow(
      expect.objectContaining({ code: "corrupt", message: expect.stringContaining(path) }),
    );
  });

  it("found by a check of the file in use stops all writes", async () => {
    const database = open();
    try {
      await fill(database);
      expect(await database.recheck()).toBeUndefined();
      // What is in the log has no damaged page yet.
      database.prepare("PRAGMA wal_checkpoint(TRUNCATE)").all();
      damage();
      expect(await database.recheck()).toMatchObject({ code: "corrupt" });
      expect(await database.failure()).toMatchObject({ message: expect.stringContaining("is damaged") });
      await expect(fill(database)).rejects.toMatchObject({ code: "corrupt" });
    } finally {
      await database.close();
    }
  });

  it("found by a read stops all writes, and says why", async () => {
    const first = open();
    await fill(first);
    await first.close();
    damage();
    const database = open();
    expect(() => database.prepare("SELECT sum(length(body)) AS sum FROM things").get()).toThrow(
      expect.objectContaining({ code: "corrupt" }),
    );
    await expect(database.commit(() => undefined)).rejects.toMatchObject({ code: "corrupt" });
    expect(await database.failure()).toMatchObject({ code: "corrupt" });
    await database.close();
  });

  it("that is empty in a folder that was used is not taken for a new one", async () => {
    await open().close();
    createFileLock(join(folder, "data", "engine.lock")).tryAcquire();
    truncateSync(path, 0);
    expect(() => open()).toThrow(
      expect.objectContaining({ code: "corrupt", message: expect.stringContaining("empty") }),
    );
  });
});

describe("a full disk", () => {
  it("is remembered until a write succeeds", async () => {
    const database = open();
    const { page_count: pages } = database.prepare("PRAGMA page_count").get() ?? {};
    const limit = (count: number): void => void database.prepare(`PRAGMA max_page_count = ${count}`).get();
    expect(await database.failure()).toBeUndefined();
    limit(Number(pages));
    await expect(fill(database)).rejects.toMatchObject({ code: "full" });
    expect(await database.failure()).toMatchObject({ code: "full" });
    limit(100_000);
    expect(await database.failure()).toBeUndefined();
    await database.close();
  });
});

describe("the files", () => {
  it("can only be read by their owner", async () => {
    const database = open();
    await fill(database);
    createFileLock(join(folder, "data", "engine.lock")).tryAcquire();
    const modes = ["planwright.db", "planwright.db-wal", "engine.lock"].map((name) =>
      (statSync(join(folder, "data", name)).mode & 0o777).toString(8),
    );
    expect([...modes, (statSync(join(folder, "data")).mode & 0o777).toString(8)]).toEqual(["600", "600", "600", "700"]);
    await database.close();
  });

  it("of an older release become private when they are opened", async () => {
    mkdirSync(join(folder, "data"));
    writeFileSync(path, "", { mode: 0o644 });
    await open().close();
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });
});
