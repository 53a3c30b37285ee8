import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Verbs } from "../../src/ports/verbs.ts";
import { systemClock } from "../../src/runtime/system-clock.ts";
import { type Database, openDatabase } from "../../src/store/sqlite/database.ts";
import { createSqliteStore } from "../../src/store/sqlite/store.ts";
import { FakeFailure, type FakeVerb } from "../../src/testing/fake-verbs.ts";
import { openRunsWorld, planOf, type RunsWorld, tenant } from "../support/runs-world.ts";
import { createSkewedClock } from "./support/skewed-clock.ts";

// Trouble from below (disk, file lock, clock) and from outside (tools that hang, flood or babble), on a real SQLite file.
let folder: string;
let db: Database;
let world: RunsWorld | undefined;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "planwright-trouble-"));
  db = openDatabase({ path: join(folder, "test.db"), settleWaitMs: 100 });
});
afterEach(async () => {
  await world?.engine.stop();
  world = undefined;
  await db.close();
  rmSync(folder, { recursive: true });
});

const tool = (id: string, name: string, more: object = {}) => ({ id, kind: "tool", tool: name, ...more });
const open = async (verbs: Record<string, FakeVerb>) =>
  (world = await openRunsWorld(verbs, { store: createSqliteStore(db) }));
const pages = (): number => Number(db.prepare("PRAGMA page_count").get()?.["page_count"]);
const limitPages = (count: number): void => void db.prepare(`PRAGMA max_page_count = ${count}`).get();

describe("a full disk", () => {
  it("keeps the answer of a write until there is space, and the write happens once", async () => {
    let deeds = 0;
    const write: FakeVerb = {
      effect: "additive",
      run() {
        deeds += 1;
        limitPages(pages() + 1);
        return { text: "x".repeat(100_000) };
      },
    };
    const here = await open({ write });
    const { id } = await here.run([tool("a", "write")]);
    expect(here.log.lines.some(({ fields }) => fields["event"] === "store.write_retry")).toBe(true);
    expect(await here.store.journal(tenant, id)).toEqual([]);
    limitPages(1_000_000);
    here.clock.advance(15_000);
    await here.settle();
    expect(await here.store.run(tenant, id)).toMatchObject({ status: "completed" });
    expect(deeds).toBe(1);
  });

  it("rejects a new run without side effects, and accepts it once there is space", async () => {
    const here = await open({});
    limitPages(pages());
    const plan = planOf([{ id: "m", kind: "message", channel: "user", content: "x".repeat(100_000) }]);
    const create = () => here.runs.create({ tenant, caller: "test", plan });
    await expect(create()).rejects.toMatchObject({ code: "full" });
    expect(await here.store.runs({ tenant, limit: 5 })).toEqual([]);
    limitPages(1_000_000);
    expect((await create()).ok).toBe(true);
  });
});

describe("a database file that another process holds", () => {
  it("delays the run, loses nothing, and lets it continue", async () => {
    const here = await openRunsWorld(
      { write: { effect: "additive", run: () => hold(join(folder, "test.db"), 600) } },
      { store: createSqliteStore(db), clock: { ...systemClock, advance: () => undefined, waiting: () => 0 } },
    );
    world = here;
    const made = await here.create([tool("a", "write")]);
    expect(await here.runs.settled({ tenant, runId: made.id })).toMatchObject({ status: "completed" });
    expect(here.log.lines.some(({ fields }) => fields["event"] === "store.write_retry")).toBe(true);
    expect(here.verbs.calls).toHaveLength(1);
  });
});

describe("a clock that jumps back an hour", () => {
  it("does not extend a backoff: the run continues at once", async () => {
    const clock = createSkewedClock();
    let left = 1;
    const flaky: FakeVerb = {
      run() {
        if (left-- > 0) throw new FakeFailure("unavailable", "not yet");
        return 1;
      },
    };
    world = await openRunsWorld({ flaky }, { store: createSqliteStore(db), clock });
    const { id } = await world.run([tool("a", "flaky", { onError: "retry", retries: 1 })]);
    expect(await world.store.run(tenant, id)).toMatchObject({ status: "waiting" });
    clock.skew(-3_600_000);
    clock.advance(600);
    await world.settle();
    expect(await world.store.run(tenant, id)).toMatchObject({ status: "completed" });
  });
});

describe("a tool", () => {
  it("that hangs with its router fails its step and lets the others continue", async () => {
    const here = await open({
      hang: { run: () => new Promise(() => undefined), timeoutMs: 1000 },
      ok: { run: () => 1 },
    });
    const { id } = await here.run([
      tool("a", "hang", { onError: "continue" }),
      tool("b", "ok"),
      tool("c", "ok", { dependsOn: ["b"] }),
    ]);
    here.clock.advance(6_001);
    await here.settle();
    const view = await here.runs.view({ tenant, runId: id });
    expect(view?.rows.map(({ ok, reason }) => (ok ? "ok" : reason))).toEqual(["timeout", "ok", "ok"]);
  });

  it("that answers 10 MB is read completely if the router allows it, and can be replayed", async () => {
    const big = "x".repeat(10 * 1024 * 1024);
    const here = await open({
      big: { run: () => ({ big }) },
      size: { run: ({ text }) => (typeof text === "string" ? text.length : 0) },
    });
    const run = await here.run([
      tool("a", "big"),
      tool("b", "size", { args: { text: "{{a.big}}" }, dependsOn: ["a"] }),
    ]);
    expect((await here.runs.view({ tenant, runId: run.id }))?.rows[1]?.output).toBe(big.length);
    expect(await here.runs.replay({ tenant, runId: run.id, mode: "mock_replay", caller: "test" })).toMatchObject({
      value: { matches: true },
    });
  });

  it.each<[string, () => unknown]>([
    ["nothing", () => undefined],
    ["a number", () => 42],
    ["a shape of its own", () => ({ fine: "yes" })],
    ["a rejection", () => Promise.reject(new Error("boom"))],
  ])("behind a router that answers %s leaves its outcome unknown, for a person to settle", async (_, answer) => {
    const here = await open({ write: { effect: "additive", run: () => 1 } });
    const garbled: Verbs["execute"] = async () => (await answer()) as never;
    Object.assign(here.verbs, { execute: garbled });
    const run = await here.run([tool("a", "write")]);
    expect(run).toMatchObject({ status: "waiting", waiting: { for: "operator" } });
    expect((await here.runs.waits(tenant))[0]).toMatchObject({ kind: "effect", error: { code: "connection_lost" } });
  });
});

/** Another process takes the write lock of the file and keeps it for a while; resolves once it has it. */
function hold(path: string, ms: number): Promise<number> {
  const code = `
    const { DatabaseSync } = require("node:sqlite");
    const db = new DatabaseSync(process.argv[1], { timeout: 5000 });
    db.exec("BEGIN IMMEDIATE");
    console.log("held");
    setTimeout(() => { db.exec("COMMIT"); db.close(); }, Number(process.argv[2]));`;
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ["-e", code, path, String(ms)], { stdio: ["ignore", "pipe", "inherit"] });
    child.stdout.once("data", () => resolve(1));
    child.once("error", reject);
  });
}
