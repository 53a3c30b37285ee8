import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openSchema } from "../../../test/support/postgres-schema.ts";
import { postgresAbsent } from "../../../test/support/postgres-server.ts";
import { samplePlan, sampleRun } from "../../testing/store-suite/samples.ts";
import { openPostgres, type PostgresDatabase } from "./database.ts";
import { createPostgresLeases } from "./leases.ts";
import { createPostgresStore } from "./store.ts";

const ended = { status: "completed", taskStatus: "COMPLETED", startedAt: 1, endedAt: 2, costMicroCents: 0 } as const;
const insert = "INSERT INTO counters (tenant, key, value) SELECT 't', key, 0 FROM unnest($1::text[]) AS key";

describe.skipIf(postgresAbsent !== undefined)(`a batch of statements ${postgresAbsent ?? ""}`, () => {
  let schema: Awaited<ReturnType<typeof openSchema>>;
  let db: PostgresDatabase;

  beforeEach(async () => {
    schema = await openSchema();
    db = openPostgres({ url: schema.url, connections: 1 });
  });
  afterEach(async () => {
    await db.close();
    await schema.drop();
  });

  it("keeps the text of arrays as it is", async () => {
    const texts = ["", "NULL", 'a "b"', "\\", "a,{b}", " c ", "\0", "мир 🌍", "line\nline"];
    await db.write([{ sql: insert, values: [texts] }]);
    const rows = await db.read("SELECT key FROM counters");
    expect(new Set(rows.map(({ key }) => key))).toEqual(new Set(texts));
  });

  it("gives every statement its own result, also without rows", async () => {
    const found: unknown[] = [];
    const noted = (sql: string, values: unknown[]) => ({
      sql,
      values,
      check: ({ rows, count }: { rows: unknown[]; count: number }) => void found.push([rows, count]),
    });
    await db.write([
      noted(insert, [["a", "b"]]),
      noted("UPDATE counters SET value = 1 WHERE key = $1 RETURNING key", ["b"]),
      noted("DELETE FROM counters WHERE key = ANY($1)", [["x"]]),
    ]);
    expect(found).toEqual([
      [[], 2],
      [[{ key: "b" }], 1],
      [[], 0],
    ]);
  });

  it("prepares a statement again when the batch in which it was prepared failed", async () => {
    const names = "SELECT count(*)::int AS n FROM pg_prepared_statements WHERE statement LIKE 'INSERT INTO counters%'";
    const refused = [
      { sql: insert, values: [["a"]] },
      { sql: insert, values: [["a"]] },
    ];
    await expect(db.write(refused)).rejects.toMatchObject({ code: "conflict" });
    await db.write([{ sql: insert, values: [["a"]] }]);
    await db.write([{ sql: insert, values: [["b"]] }]);
    expect(await db.read("SELECT key FROM counters ORDER BY key")).toEqual([{ key: "a" }, { key: "b" }]);
    expect(await db.read(names)).toEqual([{ n: 1 }]);
  });

  it("reads no more pages for a run when the tables have grown since its plans were made", async () => {
    const store = createPostgresStore(db);
    const endRun = async (id: string): Promise<number> => {
      const run = sampleRun(id);
      await store.write((tx) => tx.createRun(run, samplePlan));
      const before = await pagesUsed(db);
      await store.write((tx) => tx.setRun({ ...run, ...ended }));
      return (await pagesUsed(db)) - before;
    };
    const few = await endRun("first");
    await db.read(
      `INSERT INTO runs SELECT tenant, 'filled ' || at, CASE WHEN at % 2 = 0 THEN 'queued' ELSE 'completed' END, record
       FROM runs, generate_series(1, 5000) AS at`,
    );
    expect(await endRun("last")).toBeLessThan(few + 30);
  });

  it("reads no more pages for a job when others are held, although none was when its plans were made", async () => {
    const store = createPostgresStore(db);
    const leases = createPostgresLeases(db);
    const endJob = async (key: string): Promise<number> => {
      const job = { queue: "q", key };
      await store.write((tx) => tx.enqueue({ ...job, tenant: "t", dueAt: 0 }, 0));
      const before = await pagesUsed(db);
      const [held] = await leases.acquireNamed([job], { now: 1, leaseMs: 60_000 });
      await store.write((tx) => held && tx.assertLeased(held));
      await store.write((tx) => held && tx.release(held));
      return (await pagesUsed(db)) - before;
    };
    await db.read(
      `INSERT INTO jobs (queue, key, tenant, due_at, set_at, version) SELECT 'q', 'k' || at, 't', 0, 0, 1 FROM generate_series(1, 5000) AS at`,
    );
    await db.read("ANALYZE jobs");
    const few = await endJob("first");
    await db.read("UPDATE jobs SET lease = nextval('job_leases'), held_until = 'infinity' WHERE key <> 'first'");
    expect(await endJob("last")).toBeLessThan(few + 60);
  });
});

/** Pages of tables and indexes used so far, by the statistics of the connection that used them. */
async function pagesUsed(db: PostgresDatabase): Promise<number> {
  await db.read("SELECT pg_stat_force_next_flush()");
  const [row] = await db.read(`SELECT sum(heap_blks_hit + heap_blks_read + idx_blks_hit + idx_blks_read) AS pages
    FROM pg_statio_user_tables WHERE schemaname = current_schema()`);
  return Number(row?.["pages"]);
}
