import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { Plan } from "../../plan/plan.ts";
import { now, sampleRun, tenant } from "../../testing/store-suite/samples.ts";
import { runIndexSuite } from "../../../test/support/run-index-suite.ts";
import type { ArchiveRow } from "../../ports/archive.ts";
import { createSqliteArchive } from "./archive.ts";
import { type Database, openDatabase } from "./database.ts";
import { migrations } from "./migrations.ts";
import { createRunIndex } from "../run-index.ts";
import { createSqliteStore } from "./store.ts";

runIndexSuite("SQLite", async () => {
  const db = openDatabase({ path: ":memory:" });
  return { store: createSqliteStore(db), index: createRunIndex(db, "LIKE"), stop: () => db.close() };
});

it("gives a restored run the entry it had when it was created", async () => {
  const folder = mkdtempSync(join(tmpdir(), "planwright-run-index-"));
  const path = join(folder, "test.db");
  const db = openDatabase({ path });
  const store = createSqliteStore(db);
  const tool = (name: string, at: number) => ({ id: `s${at}`, kind: "tool", tool: name });
  const plans = [
    { request: { text: "Закажи 10 болтов" }, steps: ["find", "order", "find"].map(tool) },
    { summary: "Say hello", steps: [{ id: "s1", kind: "message", channel: "user", content: "hello" }] },
    { steps: [tool("find", 1)] },
  ];
  for (const [at, plan] of plans.entries())
    await store.write((tx) =>
      tx.createRun({ ...sampleRun(`run-${at}`), planHash: `plan ${at}`, caller: "ann" }, Plan.parse(plan)),
    );
  const toolset = [{ tool_id: "read_stock" }, { tool_id: "say" }, { tool_id: "say" }];
  const goal = { description: "Watch the stock", metadata: { agent_id: "watcher" } };
  const body = { request: { caller: "ann", goal, toolset }, startedAt: now };
  const response = { status: "error", error: { message: "too long" }, usage: { steps: 2, duration_ms: 30 } };
  const react = { tenant, kind: "react.run", id: "run-react", status: "running", body };
  await store.write((tx) => {
    tx.putRecord(react, 0);
    tx.putRecord({ ...react, status: "ended", body: { ...body, response } }, 1);
  });
  const entries = db.prepare("SELECT * FROM run_index ORDER BY id");
  const created = entries.all();
  expect(created).toHaveLength(plans.length + 1);
  const ended = { kind: "react", status: "failed", title: "Watch the stock", agent: "watcher", steps: 2 };
  expect(created.at(-1)).toMatchObject({ ...ended, tools: " read_stock say ", ended_at: now + 30, error: "too long" });
  const lock = { tryAcquire: () => true, release: () => undefined };
  const archive = createSqliteArchive({ path, terms: (text) => text.split(" "), lock });
  const rows: ArchiveRow[] = [];
  await archive.read(async (snapshot) => {
    for await (const some of snapshot.rows()) rows.push(...some);
  });
  await archive.restore(async (restore) => {
    await restore.clear();
    await restore.add(rows);
  });
  expect(entries.all()).toEqual(created);
  await archive.restore(() => Promise.resolve());
  expect(entries.all()).toEqual(created);
  await db.close();
  rmSync(folder, { recursive: true });
});

it("keeps every run and its entry when the list moves into the table of runs", async () => {
  const folder = mkdtempSync(join(tmpdir(), "planwright-run-index-"));
  const path = join(folder, "test.db");
  const before = openDatabase({ path, migrations: migrations.slice(0, 8) });
  const plan = Plan.parse({ request: { text: "Order bolts" }, steps: [{ id: "s1", kind: "tool", tool: "order" }] });
  const run = { ...sampleRun("run-1"), caller: "ann" };
  await before.commit(() => {
    before.prepare("INSERT INTO plans VALUES (?, ?, ?)").run(tenant, run.planHash, JSON.stringify(plan));
    before.prepare("INSERT INTO runs VALUES (?, ?, ?, ?)").run(tenant, run.id, run.status, JSON.stringify(run));
    const body = { request: { caller: "ann", goal: { description: "Watch the stock" } }, startedAt: now };
    before
      .prepare("INSERT INTO records (tenant, kind, id, version, status, body) VALUES (?, 'react.run', ?, 1, ?, ?)")
      .run(tenant, "react-1", "running", JSON.stringify(body));
  });
  const entries = (db: Database) => db.prepare("SELECT * FROM run_index ORDER BY id").all();
  const listed = entries(before);
  expect(listed).toHaveLength(2);
  await before.close();
  const db = openDatabase({ path });
  expect(entries(db)).toEqual(listed);
  expect(await createSqliteStore(db).run(tenant, run.id)).toEqual(run);
  await db.close();
  rmSync(folder, { recursive: true });
});

it("reads a page by time from the index, whatever the number of runs", async () => {
  const db = openDatabase({ path: ":memory:" });
  for (const direction of ["DESC", "ASC"]) {
    const page = `SELECT id, kind, status, created_at FROM run_index WHERE tenant = ?
      ORDER BY created_at ${direction}, id ${direction} LIMIT 100`;
    const steps = db.prepare(`EXPLAIN QUERY PLAN ${page}`).all(tenant);
    const details = steps.map(({ detail }) => String(detail)).filter((detail) => /SEARCH|SCAN|TEMP/.test(detail));
    expect(details).toEqual([
      expect.stringContaining("USING INDEX runs_by_time"),
      expect.stringContaining("USING INDEX run_index_by_time"),
    ]);
  }
  await db.close();
});
