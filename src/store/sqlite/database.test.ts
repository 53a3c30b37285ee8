import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Database, openDatabase } from "./database.ts";
import type { Migration } from "../migration.ts";

const things: Migration = { name: "1-things", sql: "CREATE TABLE things (name TEXT PRIMARY KEY)" };
const more: Migration = { name: "2-more", sql: "CREATE TABLE more (name TEXT PRIMARY KEY)" };

let folder: string;
let path: string;
const opened: Database[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "planwright-db-"));
  path = join(folder, "data", "test.db");
});

afterEach(async () => {
  for (const database of opened.splice(0)) await database.close();
  rmSync(folder, { recursive: true });
});

function open(migrations: readonly Migration[] = [things], settleWaitMs = 100): Database {
  const database = openDatabase({ path, migrations, settleWaitMs });
  opened.push(database);
  return database;
}

const insert = (database: Database, name: string) => () => {
  database.prepare("INSERT INTO things VALUES (?)").run(name);
};
const names = (database: Database) => database.prepare("SELECT name FROM things ORDER BY name").all();

describe("openDatabase", () => {
  it("makes the folder and syncs every commit, so that what was acknowledged survives a power cut", () => {
    const database = open();
    expect(database.prepare("PRAGMA synchronous").get()).toEqual({ synchronous: 2 });
    expect(database.prepare("PRAGMA journal_mode").get()).toEqual({ journal_mode: "wal" });
  });

  it("brings an older schema forward and keeps what it holds", async () => {
    const before = open([things]);
    await before.commit(insert(before, "kept"));
    await before.close();
    const after = open([things, more]);
    expect(names(after)).toEqual([{ name: "kept" }]);
    expect(after.prepare("SELECT * FROM more").all()).toEqual([]);
  });

  it.each([
    ["a newer release made it", [things]],
    ["a released migration was edited", [things, { ...more, sql: "CREATE TABLE other (name TEXT)" }]],
    ["a released migration was renamed", [{ ...things, name: "1-renamed" }, more]],
  ])("refuses a schema it does not know: %s", async (_, list) => {
    await open([things, more]).close();
    expect(() => open(list)).toThrow(expect.objectContaining({ code: "incompatible" }));
  });

  it("leaves the schema as it was when a migration fails in the middle", async () => {
    await open([things]).close();
    const broken: Migration = { name: "2-broken", sql: "CREATE TABLE half (a TEXT); CREATE TABLE things (a TEXT)" };
    expect(() => open([things, broken])).toThrow(/already exists/);
    expect(open([things]).prepare("SELECT name FROM sqlite_master WHERE name = 'half'").get()).toBeUndefined();
  });
});

describe("commit", () => {
  it("puts work that arrives together into one transaction", async () => {
    const database = open();
    const frames = () => database.prepare("PRAGMA wal_checkpoint(PASSIVE)").get()?.["log"];
    await database.commit(insert(database, "first"));
    const before = Number(frames());
    await Promise.all(Array.from({ length: 100 }, (_, at) => database.commit(insert(database, `n${at}`))));
    expect(Number(frames()) - before).toBeLessThan(20);
    expect(names(database)).toHaveLength(101);
  });

  it("rejects only the piece that fails, and undoes all of it", async () => {
    const database = open();
    const results = await Promise.allSettled([
      database.commit(insert(database, "a")),
      database.commit(() => {
        insert(database, "half")();
        insert(database, "a")();
      }),
      database.commit(insert(database, "b")),
    ]);
    expect(results.map((result) => result.status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
    expect(results[1]).toMatchObject({ reason: { code: "conflict" } });
    expect(names(database)).toEqual([{ name: "a" }, { name: "b" }]);
  });

  it("waits for another process that holds the file, then continues", async () => {
    const database = open([things], 10_000);
    const other = new DatabaseSync(path);
    other.exec("BEGIN IMMEDIATE");
    const waiting = database.commit(insert(database, "late"));
    await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
    other.exec("COMMIT");
    await waiting;
    other.close();
    expect(names(database)).toEqual([{ name: "late" }]);
  });

  it("says busy when the patience is over, and works again afterwards", async () => {
    const database = open();
    const other = new DatabaseSync(path);
    other.exec("BEGIN IMMEDIATE");
    await expect(database.commit(insert(database, "a"))).rejects.toMatchObject({ code: "busy" });
    other.exec("COMMIT");
    other.close();
    await database.commit(insert(database, "b"));
    expect(names(database)).toEqual([{ name: "b" }]);
  });

  it("reports a full disk, stores nothing of the batch, and works again once there is space", async () => {
    const database = open();
    const pages = Number(database.prepare("PRAGMA page_count").get()?.["page_count"]);
    database.prepare(`PRAGMA max_page_count = ${pages + 2}`).get();
    const large = database.commit(insert(database, "x".repeat(1_000_000)));
    const small = database.commit(insert(database, "small"));
    await expect(large).rejects.toMatchObject({ code: "full" });
    await small;
    database.prepare(`PRAGMA max_page_count = ${pages + 1000}`).get();
    await database.commit(insert(database, "y".repeat(1_000_000)));
    expect(names(database)).toHaveLength(2);
  });

  it("settles what was taken before it closes, and refuses what comes after", async () => {
    const database = open();
    const taken = database.commit(insert(database, "taken"));
    const closed = database.close();
    await expect(database.commit(insert(database, "late"))).rejects.toMatchObject({ code: "closed" });
    await Promise.all([taken, closed]);
    expect(names(open())).toEqual([{ name: "taken" }]);
  });
});
