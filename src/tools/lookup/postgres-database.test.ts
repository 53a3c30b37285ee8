import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { postgresAbsent, type PostgresServer, startPostgres } from "../../../test/support/postgres-server.ts";
import type { JsonObject } from "../../plan/json.ts";
import { createDatabaseLookup, type DatabaseQuery } from "./database-lookup.ts";
import { openPostgresDatabase } from "./postgres-database.ts";
import type { SqlDatabase } from "./sql-database.ts";

const title = `lookup.database on Postgres${postgresAbsent === undefined ? "" : ` (skipped: ${postgresAbsent})`}`;

describe.skipIf(postgresAbsent !== undefined)(title, () => {
  let server: PostgresServer;
  let owner: Client;
  let database: SqlDatabase;
  const schema = `lookup_${process.pid}`;

  beforeAll(async () => {
    server = await startPostgres();
    owner = new Client({ connectionString: server.url });
    await owner.connect();
    await owner.query(`CREATE SCHEMA ${schema}; SET search_path = ${schema};
      CREATE TABLE parts (tenant text, sku text, stock int, active boolean, price numeric(10, 2), seen timestamptz);
      INSERT INTO parts VALUES ('a', 'BRG', 5, true, 10.50, '2026-01-02 03:04:05+02'), ('a', 'MTR', 0, false, NULL, NULL),
        ('b', 'BLT', 9, true, 0.10, NULL);
      CREATE SEQUENCE numbers;
      CREATE FUNCTION sell() RETURNS int LANGUAGE sql AS 'UPDATE ${schema}.parts SET stock = 0 RETURNING stock'`);
    const url = new URL(server.url);
    url.searchParams.set("options", `-c search_path=${schema}`);
    database = openPostgresDatabase({ url: url.href });
  }, 60_000);

  afterAll(async () => {
    await database.close();
    await owner.query(`DROP SCHEMA ${schema} CASCADE`);
    await owner.end();
    await server.stop();
  });

  function lookup(query: Partial<DatabaseQuery>, filters: JsonObject = {}, signal = new AbortController().signal) {
    const properties = { sku: { type: "string" }, low: { type: "boolean" }, n: { type: "integer" } };
    const input = { type: "object", properties, additionalProperties: false };
    const whole = { name: "stock", description: "", sql: "SELECT 1 AS one", input, maxRows: 10, database, ...query };
    const context = { requestId: "r", caller: "c", now: 0, tenant: "b", signal };
    return createDatabaseLookup([whole]).run({ query: "stock", filters }, context);
  }

  it("binds the filters as values, never as text", async () => {
    const sql = "SELECT sku, stock FROM parts WHERE sku = :sku OR sku = :sku";
    const rows = [{ sku: "BRG", stock: 5 }];
    expect(await lookup({ sql }, { sku: "BRG" })).toEqual({ query: "stock", rows, count: 1, truncated: false });
    expect(await lookup({ sql }, { sku: "' OR 1=1 --" })).toMatchObject({ rows: [] });
    expect(
      await lookup({ sql: "SELECT sku FROM parts WHERE active = $low LIMIT @n" }, { low: true, n: 1 }),
    ).toMatchObject({ count: 1 });
  });

  it("binds the tenant from the caller", async () => {
    expect(await lookup({ sql: "SELECT sku FROM parts WHERE tenant = :tenant" })).toMatchObject({
      rows: [{ sku: "BLT" }],
    });
  });

  it("gives values their JSON types, times in UTC", async () => {
    const sql = "SELECT stock, active, price, seen, ARRAY[1, 2] AS list, '{\"a\": 1}'::jsonb AS doc FROM parts LIMIT 1";
    expect(await lookup({ sql })).toMatchObject({
      rows: [{ stock: 5, active: true, price: 10.5, seen: "2026-01-02T01:04:05+00:00", list: [1, 2], doc: { a: 1 } }],
    });
  });

  it("says when there was more than may be shown", async () => {
    expect(await lookup({ sql: "SELECT sku FROM parts", maxRows: 2 })).toMatchObject({ count: 2, truncated: true });
    expect(await lookup({ sql: "SELECT sku FROM parts", maxRows: 3 })).toMatchObject({ count: 3, truncated: false });
    const endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n";
    expect(await lookup({ sql: endless, maxRows: 1 })).toMatchObject({ rows: [{ i: 1 }], truncated: true });
  });

  it.each([
    "DELETE FROM parts",
    "INSERT INTO parts (sku) VALUES ('X')",
    "UPDATE parts SET stock = 1 RETURNING *",
    "WITH gone AS (DELETE FROM parts RETURNING *) SELECT * FROM gone",
    "SELECT * INTO copied FROM parts",
    "SELECT * FROM parts FOR UPDATE",
    "SELECT 1; DELETE FROM parts",
    "SELECT 1) AS a; DELETE FROM parts; SELECT (1",
    "COMMIT",
    "CREATE TABLE other (a int)",
    "COPY parts TO '/tmp/parts'",
    "/* SELECT */ DROP TABLE parts",
    "SELECT * FROM nowhere",
    "SELEC 1",
  ])("refuses %s, although the role may do it", async (sql) => {
    expect(await database.check(sql)).toBeTypeOf("string");
    await expect(lookup({ sql })).rejects.toMatchObject({ code: "query_failed" });
    expect(await lookup({ sql: "SELECT count(*) AS n FROM parts" })).toMatchObject({ rows: [{ n: 3 }] });
  });

  it.each(["SELECT sell()", "SELECT nextval('numbers')", "SELECT set_config('transaction_read_only', 'off', true)"])(
    "refuses what only shows when it runs: %s",
    async (sql) => {
      await expect(lookup({ sql })).rejects.toMatchObject({ code: "query_failed" });
      expect(await lookup({ sql: "SELECT min(stock) + 9 AS n FROM parts WHERE tenant = 'b'" })).toMatchObject({
        rows: [{ n: 18 }],
      });
    },
  );

  it("leaves nothing of what Postgres lets pass in a read-only transaction", async () => {
    await lookup({ sql: "SELECT pg_notify('planwright', 'x'), pg_advisory_xact_lock(1)" });
    const locks = await owner.query("SELECT 1 FROM pg_locks WHERE locktype = 'advisory'");
    expect(locks.rows).toEqual([]);
  });

  it.each([
    "SELECT ';' AS a",
    "-- all\nSELECT 1 -- of it",
    "WITH x AS (SELECT 1 AS n) SELECT n FROM x",
    "VALUES (1)",
    "SELECT 1;",
    "SELECT $tag$ :no $no $tag$ AS a, E'it\\'s :no' AS b",
    "SELECT sku FROM parts WHERE sku = :sku ORDER BY sku",
  ])("allows %s", async (sql) => expect(await database.check(sql)).toBeUndefined());

  it.each([
    ["a number that would be rounded", "SELECT 9007199254740993 AS n"],
    ["two columns of one name", "SELECT 1 AS a, 2 AS a"],
  ])("does not pass on %s", async (_, sql) =>
    expect(lookup({ sql })).rejects.toMatchObject({ code: "invalid_output" }),
  );

  it("ends a statement at its time", async () => {
    const hasty = openPostgresDatabase({ url: server.url, timeoutMs: 50 });
    await expect(lookup({ database: hasty, sql: "SELECT pg_sleep(30)" })).rejects.toMatchObject({ code: "timeout" });
    await hasty.close();
  });

  it("stops a query when the caller aborts, and answers the next", async () => {
    const stop = new AbortController();
    const hanging = lookup({ sql: "SELECT pg_sleep(30)" }, {}, stop.signal);
    const isSleeping = `SELECT count(*)::int AS n FROM pg_stat_activity
      WHERE application_name = 'planwright' AND state = 'active'`;
    await expect.poll(async () => (await owner.query<{ n: number }>(isSleeping)).rows[0]?.n).toBe(1);
    stop.abort();
    await expect(hanging).rejects.toMatchObject({ code: "canceled" });
    // The server is told at once, and ends the query a moment later.
    await expect
      .poll(async () => (await owner.query<{ n: number }>(isSleeping)).rows[0]?.n, { timeout: 10_000 })
      .toBe(0);
    await expect(lookup({}, {}, stop.signal)).rejects.toMatchObject({ code: "canceled" });
    expect(await lookup({})).toMatchObject({ rows: [{ one: 1 }] });
  });

  it("reports a missing database", async () => {
    const nowhere = openPostgresDatabase({ url: "postgres://nobody@127.0.0.1:1/none" });
    await expect(lookup({ database: nowhere })).rejects.toMatchObject({ code: "unavailable" });
    await nowhere.close();
  });
});
