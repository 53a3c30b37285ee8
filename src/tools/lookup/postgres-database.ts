import { loadOptional } from "../../ports/optional-package.ts";
import type { ClientBase, Pool } from "pg";
import { parseJsonText } from "../../plan/json-text.ts";
import { isJsonObject } from "../../plan/json.ts";
import { ToolError } from "../tool-error.ts";
import type { SqlDatabase, SqlQuery, SqlRow, SqlValue } from "./sql-database.ts";
import { notAQuery, replaceParameters } from "./sql-text.ts";

type PostgresOptions = {
  url: string;
  /** How long the server may work on one statement. */
  timeoutMs?: number;
};

const mostConnections = 4;
const connectMs = 5_000;

/**
 * Reads a Postgres database and never writes, whatever its role may do. Three safeguards: the text must be a query; it becomes a
 * cursor, which accepts no statement that changes data; and the transaction is read-only and always rolled back.
 */
export function openPostgresDatabase({ url, timeoutMs = 10_000 }: PostgresOptions): SqlDatabase {
  let opened: Promise<Pool> | undefined;
  const pool = (): Promise<Pool> => (opened ??= openPool(url));
  const read = async <T>(signal: AbortSignal, work: (client: ClientBase) => Promise<T>): Promise<T> => {
    if (signal.aborted) throw cancelled();
    const connections = await pool();
    const client = await connections.connect().catch((error: unknown) => {
      throw new ToolError("unavailable", `the database cannot be reached: ${messageOf(error)}`);
    });
    const cancel = (): void => void cancelQuery(url, client);
    signal.addEventListener("abort", cancel, { once: true });
    let isBroken = true;
    try {
      await client.query(begin(timeoutMs));
      const result = await work(client);
      await client.query("ROLLBACK");
      isBroken = false;
      return result;
    } catch (error) {
      throw signal.aborted ? cancelled() : toToolError(error, timeoutMs);
    } finally {
      signal.removeEventListener("abort", cancel);
      client.release(isBroken);
    }
  };
  return {
    async check(sql) {
      try {
        await read(new AbortController().signal, (client) => declare(client, { sql, parameters: {} }));
        return undefined;
      } catch (error) {
        return messageOf(error);
      }
    },
    query: (query, signal) =>
      read(signal, async (client) => {
        await declare(client, query);
        return fetchRows(client, query.maxRows);
      }),
    async close() {
      await (await opened)?.end();
    },
  };
}

async function openPool(url: string): Promise<Pool> {
  const { default: pg } = await loadOptional("pg", "PostgreSQL", () => import("pg"));
  const pool = new pg.Pool({
    connectionString: url,
    max: mostConnections,
    connectionTimeoutMillis: connectMs,
    idleTimeoutMillis: 30_000,
    allowExitOnIdle: true,
    application_name: "planwright",
  });
  // The pool replaces a connection that breaks while idle.
  pool.on("error", () => undefined);
  return pool;
}

function begin(timeoutMs: number): string {
  return `BEGIN READ ONLY; SET LOCAL statement_timeout = ${timeoutMs}; SET LOCAL TimeZone = 'UTC'`;
}

/** The server returns rows as JSON. The extended protocol accepts one statement only. */
async function declare(client: ClientBase, { sql, parameters }: Pick<SqlQuery, "sql" | "parameters">): Promise<void> {
  const problem = notAQuery(sql);
  if (problem !== undefined) throw new ToolError("query_failed", problem);
  const names: string[] = [];
  const numbered = replaceParameters(sql, (name) => {
    if (!names.includes(name)) names.push(name);
    return `$${names.indexOf(name) + 1}`;
  });
  const text = `DECLARE answer NO SCROLL CURSOR FOR
SELECT row_to_json(one.*)::text AS row FROM (
${numbered.replace(/;\s*$/, "")}
) AS one`;
  const values = names.map((name): SqlValue => parameters[name] ?? null);
  const asked = { text, values, queryMode: "extended" };
  await client.query(asked);
}

async function fetchRows(client: ClientBase, maxRows: number): Promise<{ rows: SqlRow[]; isCut: boolean }> {
  const found = await client.query<{ row: string }>(`FETCH ${maxRows + 1} FROM answer`);
  return { rows: found.rows.slice(0, maxRows).map(({ row }) => toRow(row)), isCut: found.rows.length > maxRows };
}

/** Duplicate columns, and numbers that would be rounded, are refused as in any document. */
function toRow(text: string): SqlRow {
  const parsed = parseJsonText(text);
  if (parsed.ok && isJsonObject(parsed.value)) return parsed.value;
  const issue = parsed.ok ? undefined : parsed.issues[0];
  const what = `${issue?.pointer.slice(1) ?? ""}: ${issue?.message ?? "not a row"}`;
  throw new ToolError("invalid_output", `${what}; convert it in the query`);
}

/** Asks the server to cancel the statement of the connection. If that fails, the statement timeout ends it. */
async function cancelQuery(url: string, client: ClientBase): Promise<void> {
  const { default: pg } = await loadOptional("pg", "PostgreSQL", () => import("pg"));
  const processID = "processID" in client ? client.processID : null; // the driver has it, its types do not
  const other = new pg.Client({ connectionString: url, connectionTimeoutMillis: connectMs });
  other.on("error", () => undefined);
  try {
    await other.connect();
    await other.query("SELECT pg_cancel_backend($1)", [processID]);
  } catch {
    // Nobody waits for it any more.
  } finally {
    await other.end().catch(() => undefined);
  }
}

const queryCanceled = "57014";

function toToolError(error: unknown, timeoutMs: number): ToolError {
  if (error instanceof ToolError) return error;
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === queryCanceled) return new ToolError("timeout", `the query took longer than ${timeoutMs} ms`);
  const isServers = typeof code === "string" && /^[0-9A-Z]{5}$/.test(code);
  return new ToolError(isServers ? "query_failed" : "unavailable", messageOf(error));
}

function cancelled(): ToolError {
  return new ToolError("canceled", "the caller cancelled the call");
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
