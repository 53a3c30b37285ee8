import { hash } from "node:crypto";
import type { PoolClient, QueryResult } from "pg";
import { memoize } from "../../plan/bounded-cache.ts";
import { loadOptional } from "../../ports/optional-package.ts";
import type { PostgresRow, Statement } from "./session.ts";

type BatchOptions = {
  /** Which statements are prepared on the connection, once. */
  isNamed: (statement: Statement) => boolean;
  toServer: (value: unknown) => unknown;
};

type SendBatch = (
  client: PoolClient,
  statements: readonly Statement[],
  options: BatchOptions,
) => Promise<QueryResult<PostgresRow>[]>;

/** Loads the driver on first use. */
export const loadDriver = () => loadOptional("pg", "PostgreSQL", async () => (await import("pg")).default);

/**
 * Sends statements with one request for an answer (Sync) instead of one each. If one fails, the server skips the rest. The results are in
 * the order of the statements. Values are text, numbers, truth values, null, and arrays of them.
 */
export function createBatchSender(): SendBatch {
  /** Names of the statements that are prepared on a connection. */
  const prepared = new WeakMap<PoolClient, Set<string>>();
  return (client, statements, options) => {
    const known = prepared.get(client) ?? new Set<string>();
    prepared.set(client, known);
    return sendBatch(client, statements, { ...options, known });
  };
}

async function sendBatch(
  client: PoolClient,
  statements: readonly Statement[],
  { isNamed, toServer, known }: BatchOptions & { known: Set<string> },
): Promise<QueryResult<PostgresRow>[]> {
  const { Query } = await loadDriver();
  const added: string[] = [];
  return new Promise((resolve, reject) => {
    const query = new Query({ text: "" }, (error: Error | undefined, results: unknown) => {
      if (error === undefined || error === null) return resolve(toList(results));
      // Nobody knows which of them the server has: they are prepared again.
      for (const name of added) known.delete(name);
      reject(error);
    });
    query.submit = (connection) => {
      connection.stream.cork();
      for (const statement of statements) {
        const name = isNamed(statement) ? statementName(statement.sql) : "";
        if (!known.has(name)) {
          if (name !== "") {
            added.push(name);
            known.add(name);
            connection.close({ type: "S", name }, true);
          }
          connection.parse({ name, text: statement.sql, types: [] }, true);
        }
        const values = statement.values.map((value) => toText(toServer(value)));
        connection.bind({ portal: "", statement: name, values, binary: "" }, true);
        connection.describe({ type: "P", name: "" }, true);
        connection.execute({ portal: "", rows: "" }, true);
      }
      connection.sync();
      connection.stream.uncork();
    };
    client.query(query);
  });
}

/** The driver gives one result as it is, and several as a list. */
function toList(results: unknown): QueryResult<PostgresRow>[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the driver's own results, which it types as one
  return (Array.isArray(results) ? results : [results]) as QueryResult<PostgresRow>[];
}

function toText(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  return Array.isArray(value) ? `{${value.map(toElement).join(",")}}` : scalarText(value);
}

function toElement(value: unknown): string {
  if (value === null || value === undefined) return "NULL";
  return typeof value === "string" ? `"${value.replaceAll(/["\\]/g, String.raw`\$&`)}"` : scalarText(value);
}

function scalarText(value: unknown): string {
  if (typeof value === "string") return value;
  if (typeof value === "number" || typeof value === "boolean" || typeof value === "bigint") return String(value);
  throw new TypeError(`a ${typeof value} is not a value of a statement`);
}

/** Derived from the text, so that it means the same for every user of a pooled connection. */
const statementName = memoize(1000, (sql: string) => `planwright_${hash("sha256", sql, "base64url").slice(0, 32)}`);
