import { describe, expect, it, vi } from "vitest";
import { openSchema } from "../../../test/support/postgres-schema.ts";
import { postgresAbsent } from "../../../test/support/postgres-server.ts";
import type { Run } from "../../ports/run.ts";
import type { Tx } from "../../ports/store.ts";
import { samplePlan, sampleRun } from "../../testing/store-suite/samples.ts";
import { merged } from "./group-commit.ts";
import { createPostgresLeases } from "./leases.ts";
import type { RecordedStatement } from "./rows.ts";
import { createPostgresStore } from "./store.ts";

describe("merged", () => {
  const row = (sql: string, key: string, value: unknown = key): RecordedStatement => ({
    sql,
    key,
    values: [value],
    rows: "each",
  });
  const plain = (sql: string, key: string): RecordedStatement => ({ sql, key, values: [key] });
  const once = (sql: string, key: string): RecordedStatement => ({ ...row(sql, key), rows: "once" });
  const added = (sql: string, key: string): RecordedStatement => ({ ...row(sql, key), isNew: true });
  const changing = (sql: string, key: string, change: () => unknown[] | null | undefined): RecordedStatement => ({
    ...row(sql, key),
    change,
  });

  it.each<[string, RecordedStatement[], [string, unknown[]][]]>([
    [
      "rows of one statement share it",
      [row("A", "1"), row("B", "1"), row("A", "2")],
      [
        ["A", [["1", "2"]]],
        ["B", [["1"]]],
      ],
    ],
    [
      "the order of one key is kept",
      [row("A", "1"), row("B", "1"), row("A", "1", "x")],
      [
        ["A", [["1"]]],
        ["B", [["1"]]],
        ["A", [["x"]]],
      ],
    ],
    [
      "a row never shares a statement with itself",
      [row("A", "1"), row("A", "1", "x")],
      [
        ["A", [["1"]]],
        ["A", [["x"]]],
      ],
    ],
    ["equal rows are written once", [once("A", "1"), once("A", "2"), once("A", "1")], [["A", [["1", "2"]]]]],
    [
      "other statements stay alone",
      [plain("A", "1"), plain("A", "2")],
      [
        ["A", ["1"]],
        ["A", ["2"]],
      ],
    ],
    [
      "a change to a new row is made before it is sent",
      [added("A", "1"), row("B", "2"), changing("B", "1", () => ["changed"])],
      [
        ["A", [["changed"]]],
        ["B", [["2"]]],
      ],
    ],
    [
      "a new row that the commit removes is not sent",
      [added("A", "1"), added("A", "2"), changing("B", "1", () => null)],
      [["A", [["2"]]]],
    ],
    [
      "what comes after a removal is sent",
      [added("A", "1"), changing("B", "1", () => null), changing("B", "1", () => null)],
      [["B", [["1"]]]],
    ],
    [
      "a change that does not fit the new row is a statement",
      [added("A", "1"), changing("B", "1", () => undefined)],
      [
        ["A", [["1"]]],
        ["B", [["1"]]],
      ],
    ],
    [
      "a row that the commit did not add is changed by a statement",
      [row("A", "1"), changing("B", "1", () => null)],
      [
        ["A", [["1"]]],
        ["B", [["1"]]],
      ],
    ],
    [
      "a new row that is changed by a statement first is left alone",
      [added("A", "1"), plain("C", "1"), changing("B", "1", () => null)],
      [
        ["A", [["1"]]],
        ["C", ["1"]],
        ["B", [["1"]]],
      ],
    ],
    [
      "a row that a later statement covers is left out",
      [row("A", "1"), row("A", "2"), { ...row("B", "1"), covers: "A" }],
      [
        ["A", [["2"]]],
        ["B", [["1"]]],
      ],
    ],
  ])("%s", (_, recorded, expected) => {
    expect(merged(recorded).map(({ sql, values }) => [sql, values])).toEqual(expected);
  });
});

describe.skipIf(postgresAbsent !== undefined)(`changes of one moment ${postgresAbsent ?? ""}`, () => {
  const record = (id: string) => ({ tenant: "t", kind: "k", id, body: {} });
  const put = (id: string) => (tx: Tx) => tx.putRecord(record(id), 0);

  it("share a transaction, and each fails for itself", async () => {
    const schema = await openSchema();
    const store = createPostgresStore(schema.db);
    await schema.db.migrate();
    const sent = vi.spyOn(schema.db, "write");
    await Promise.all(["a", "b", "c", "d"].map((id) => store.write(put(id))));
    expect(sent.mock.calls.length).toBeLessThanOrEqual(2);
    const changes = ["e", "a", "f", "g", "h"].map((id) => store.write(put(id)));
    const settled = await Promise.allSettled(changes);
    expect(settled.map(({ status }) => status)).toEqual([
      "fulfilled",
      "rejected",
      "fulfilled",
      "fulfilled",
      "fulfilled",
    ]);
    expect(settled[1]).toMatchObject({ reason: { code: "conflict" } });
    expect((await store.records({ tenant: "t", kind: "k", limit: 99 })).map(({ id }) => id)).toEqual(
      "hgfedcba".split(""),
    );
    await schema.drop();
  });

  it("store a run and a job that also end in this moment once, and the job not at all", async () => {
    const schema = await openSchema();
    const { db } = schema;
    const store = createPostgresStore(db);
    const leases = createPostgresLeases(db);
    const job = { queue: "q", key: "run", tenant: "t", dueAt: 0 };
    await db.migrate();
    await vi.waitFor(() => expect(leases.reserve({ ...job, key: "other" }, 1_000)).toBeDefined());
    const queued = sampleRun("run");
    const ended: Run = { ...queued, status: "cancelled", reason: "", startedAt: 1, endedAt: 2, costMicroCents: 0 };
    const sent = vi.spyOn(db, "write");
    const created = store.write((tx) => (tx.createRun(queued, samplePlan), tx.enqueue(job, 0)));
    const { lease } = leases.reserve(job, 60_000) ?? {};
    const held = { ...job, version: 1, ...(lease !== undefined && { lease }) };
    const finished = store.write((tx) => (tx.assertLeased(held), tx.setRun(ended), tx.release(held)));
    await Promise.all([created, finished]);
    const statements = sent.mock.calls.flatMap(([all]) => all.map(({ sql }) => sql.split(" ").slice(0, 3).join(" ")));
    expect(statements).toEqual(["INSERT INTO plans", "INSERT INTO runs"]);
    expect(await store.run(queued.tenant, "run")).toEqual(ended);
    const again = store.write((tx) => (tx.assertLeased(held), tx.release(held)));
    await expect(again).rejects.toMatchObject({ code: "conflict" });
    await expect(store.write((tx) => tx.setRun(ended))).rejects.toMatchObject({ code: "conflict" });
    await schema.drop();
  });

  it("do not all wait for a locked row", async () => {
    const schema = await openSchema();
    const store = createPostgresStore(schema.db);
    await store.write((tx) => tx.count({ tenant: "t", key: "busy", add: 1 }));
    let unlock: () => void = () => undefined;
    const locked = new Promise<void>((resolve) => {
      void schema.another().transact(async (session) => {
        await session.query("SELECT 1 FROM counters WHERE key = 'busy' FOR UPDATE");
        resolve();
        await new Promise<void>((open) => (unlock = open));
      });
    });
    await locked;
    const more = [1, 2].map(() => store.write((tx) => tx.count({ tenant: "t", key: "busy", add: 1 })));
    await Promise.all(["a", "b", "c", "d"].map((id) => store.write(put(id))));
    unlock();
    await Promise.all(more);
    expect(await store.counter("t", "busy")).toBe(3);
    await schema.drop();
  });

  it("wait for the commit that stores their lease, and conflict if it fails", async () => {
    const schema = await openSchema();
    const { db } = schema;
    const store = createPostgresStore(db);
    const leases = createPostgresLeases(db);
    const job = (key: string) => ({ queue: "q", key, tenant: "t", dueAt: 0 });
    await db.migrate();
    await vi.waitFor(() => expect(leases.reserve(job("first"), 1_000)).toBeDefined());
    const start = async (key: string, enqueue: (tx: Tx) => void) => {
      const stored = store.write((tx) => (enqueue(tx), tx.enqueue(job(key), 0)));
      const reserved = leases.reserve(job(key), 60_000);
      if (reserved === undefined) throw new Error("no lease at hand");
      const held = { ...job(key), version: 1, lease: reserved.lease };
      await new Promise((resolve) => setImmediate(resolve));
      const written = store.write((tx) => {
        tx.assertLeased(held);
        tx.putRecord(record(key), 0);
        tx.release(held);
      });
      return { outcomes: await Promise.allSettled([stored, written]), reserved };
    };
    const told: string[] = [];
    store.jobs.watch(({ key }) => void told.push(key));
    const { outcomes, reserved } = await start("a", () => undefined);
    expect([outcomes.map(({ status }) => status), reserved.isStored]).toEqual([["fulfilled", "fulfilled"], true]);
    const failed = await start("b", put("a"));
    expect(failed.outcomes).toMatchObject([{ reason: { code: "conflict" } }, { reason: { code: "conflict" } }]);
    // A job that has a worker is nobody's news.
    expect([told, await store.jobs.depths(0), db.reservedLeases.size]).toEqual([[], [], 1]);
    await schema.drop();
  });
});
