import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { JsonObject } from "../../plan/json.ts";
import { createDatabaseLookup, type DatabaseQuery, undeclaredParameters } from "./database-lookup.ts";
import type { SqlDatabase } from "./sql-database.ts";
import { parametersIn } from "./sql-text.ts";
import { openSqliteDatabase } from "./sqlite-database.ts";

let folder: string;
let database: SqlDatabase;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "planwright-lookup-"));
  const path = join(folder, "shop.db");
  const db = new DatabaseSync(path);
  db.exec(`CREATE TABLE parts (tenant TEXT, sku TEXT, stock INTEGER, photo BLOB);
    INSERT INTO parts VALUES ('a', 'BRG', 5, x'00'), ('a', 'MTR', 0, NULL), ('b', 'BLT', 9, NULL);
    CREATE TABLE large (n INTEGER); INSERT INTO large VALUES (9007199254740993)`);
  db.close();
  database = openSqliteDatabase(path);
});
afterAll(async () => {
  await database.close();
  rmSync(folder, { recursive: true });
});

const context = { requestId: "r", caller: "c", now: 0 };

function lookup(
  query: Partial<DatabaseQuery>,
  filters: JsonObject = {},
  options: { tenant?: string; signal?: AbortSignal } = {},
) {
  const properties = { sku: { type: "string" }, low: { type: "boolean" }, many: { type: "array" } };
  const input = { type: "object", properties, additionalProperties: false };
  const whole = { name: "stock", description: "", sql: "SELECT 1 AS one", input, maxRows: 10, database, ...query };
  const { signal = new AbortController().signal, ...rest } = options;
  return createDatabaseLookup([whole]).run({ query: "stock", filters }, { ...context, signal, ...rest });
}

describe("lookup.database", () => {
  it("binds the filters as values, never as text", async () => {
    const sql = "SELECT sku, stock FROM parts WHERE sku = :sku";
    expect(await lookup({ sql }, { sku: "BRG" })).toEqual({
      query: "stock",
      rows: [{ sku: "BRG", stock: 5 }],
      count: 1,
      truncated: false,
    });
    expect(await lookup({ sql }, { sku: "' OR 1=1 --" })).toMatchObject({ rows: [] });
    expect(await lookup({ sql })).toMatchObject({ rows: [] });
    expect(await lookup({ sql: "SELECT :low AS low" }, { low: true })).toMatchObject({ rows: [{ low: 1 }] });
  });

  it("binds the tenant from the caller; a filter cannot set it", async () => {
    const sql = "SELECT sku FROM parts WHERE tenant = :tenant ORDER BY sku";
    expect(await lookup({ sql }, {}, { tenant: "b" })).toMatchObject({ rows: [{ sku: "BLT" }] });
    await expect(lookup({ sql })).rejects.toMatchObject({ code: "denied" });
    await expect(lookup({ sql }, { tenant: "a" }, { tenant: "b" })).rejects.toMatchObject({ code: "invalid_payload" });
  });

  it("says when there was more than may be shown", async () => {
    expect(await lookup({ sql: "SELECT sku FROM parts", maxRows: 2 })).toMatchObject({ count: 2, truncated: true });
    expect(await lookup({ sql: "SELECT sku FROM parts", maxRows: 3 })).toMatchObject({ count: 3, truncated: false });
  });

  it.each([
    "DELETE FROM parts",
    "INSERT INTO parts (sku) VALUES ('X')",
    "WITH x AS (SELECT 1) DELETE FROM parts",
    "UPDATE parts SET stock = 1 RETURNING *",
    "SELECT 1; DELETE FROM parts",
    "PRAGMA journal_mode = DELETE",
    "ATTACH 'other.db' AS other",
    "VACUUM INTO 'copy.db'",
    "/* SELECT */ DROP TABLE parts",
    "SELECT load_extension('x')",
    "SELECT * FROM nowhere",
    "SELEC 1",
  ])("refuses %s", async (sql) => {
    expect(await database.check(sql)).toBeTypeOf("string");
    await expect(lookup({ sql })).rejects.toMatchObject({ code: "query_failed" });
    expect(await lookup({ sql: "SELECT count(*) AS n FROM parts" })).toMatchObject({ rows: [{ n: 3 }] });
  });

  it.each([
    "SELECT ';' AS a",
    "-- all\nSELECT 1",
    "WITH x AS (SELECT 1 AS n) SELECT n FROM x",
    "VALUES (1)",
    "SELECT 1;",
  ])("allows %s", async (sql) => expect(await database.check(sql)).toBeUndefined());

  it.each([
    ["a number that would be rounded", "SELECT n FROM large", "query_failed"],
    ["bytes", "SELECT photo FROM parts WHERE sku = 'BRG'", "invalid_output"],
  ])("does not pass on %s", async (_, sql, code) => expect(lookup({ sql })).rejects.toMatchObject({ code }));

  it("stops an endless query when the caller aborts, and answers the next", async () => {
    const endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) AS n FROM n";
    await lookup({});
    const stop = new AbortController();
    const hanging = lookup({ sql: endless }, {}, { signal: stop.signal });
    const waiting = lookup({}, {}, { signal: stop.signal });
    await new Promise(setImmediate);
    stop.abort();
    await expect(hanging).rejects.toMatchObject({ code: "canceled" });
    await expect(waiting).rejects.toMatchObject({ code: "canceled" });
    expect(await lookup({})).toMatchObject({ rows: [{ one: 1 }] });
  });

  it("knows its queries by name, each tenant its own", async () => {
    const tool = createDatabaseLookup([
      { name: "open_quotes", description: "Open quotes", sql: "SELECT 1 AS a", input: {}, maxRows: 1, database },
      {
        name: "salaries",
        description: "Secret",
        sql: "SELECT 2 AS a",
        input: {},
        maxRows: 1,
        database,
        tenants: ["hr"],
      },
    ]);
    const ask = (query: string, tenant?: string) =>
      tool.run(
        { query, filters: {} },
        { ...context, signal: new AbortController().signal, ...(tenant === undefined ? {} : { tenant }) },
      );
    expect(tool.spec.description).toContain("open_quotes: Open quotes");
    expect(tool.spec.description).not.toContain("salaries");
    await expect(ask("open_qoutes")).rejects.toThrow(/did you mean open_quotes/);
    await expect(ask("salaries", "shop")).rejects.toMatchObject({ code: "unknown_query" });
    await expect(ask("salaries", "shop")).rejects.toThrow(/there are open_quotes$/);
    expect(await ask("salaries", "hr")).toMatchObject({ rows: [{ a: 2 }] });
  });

  it("cannot open what is not there, and does not make it", async () => {
    const nothing = openSqliteDatabase(join(folder, "none.db"));
    await expect(lookup({ database: nothing })).rejects.toMatchObject({ code: "unavailable" });
  });

  it("finds the parameters of a statement outside of text and comments", () => {
    const sql =
      "SELECT ':no', \"a:no\", x::text FROM t -- :no\nWHERE a = :a AND b = @b /* $no */ AND c = $c AND d = :a";
    expect([...parametersIn(sql)]).toEqual(["a", "b", "c"]);
    const input = { type: "object", properties: { a: {} } };
    expect(undeclaredParameters({ sql: `${sql} AND t = :tenant`, input })).toEqual(["b", "c"]);
  });
});
