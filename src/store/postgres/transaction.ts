import { setTimeout as pause } from "node:timers/promises";
import type { PoolClient } from "pg";
import { StoreError } from "../../ports/store-error.ts";
import type { Connections } from "./connections.ts";
import { createIncarnationCheck, incarnation, type IncarnationSupport } from "./incarnation.ts";
import { isCollision, isUnknownName, toStoreError } from "./postgres-error.ts";
import type { StatementResult, PostgresRow, Session, Statement } from "./session.ts";
import { statementName } from "./statement-name.ts";
import { fromServer, toServer } from "./text-values.ts";

/** How often a transaction that collided with another is tried. */
const maxAttempts = 10;

/** How often, and how far apart, the fate of a commit without an answer is asked for. */
const commitPolling = { times: 50, everyMs: 100 };

export type Transactions = {
  /** All statements or none. They are sent together: one round trip, and the commit another. */
  writeAll(statements: readonly Statement[]): Promise<void>;
  /** For work that must read before it writes. It may be called more than once. */
  transact<T>(work: (session: Session) => Promise<T>): Promise<T>;
  incarnationSupport(): Promise<IncarnationSupport>;
};

export function createTransactions(connections: Connections): Transactions {
  const telling = createIncarnationCheck(connections);
  let isNaming = true;
  const tell: SendStatement = (client, sql, values) =>
    ask(client, sql, { values, name: isNaming ? statementName(sql) : undefined });
  const inTransaction = async <T>(work: (client: PoolClient) => Promise<T>): Promise<T> => {
    const begin = (await telling()) === "refuses" ? "SELECT NULL AS life" : idAndLife;
    const tried = (): Promise<T> =>
      connections.use((client) => attemptTransaction(connections, client, { begin: () => tell(client, begin), work }));
    return retryTransaction(tried, () => {
      isNaming = false;
    });
  };
  return {
    writeAll: (statements) =>
      inTransaction(async (client) => {
        const sent = statements.map(({ sql, values }) => tell(client, sql, values));
        const results = await allOrFirst(sent);
        for (const [at, result] of results.entries()) statements[at]?.check?.(result);
      }),
    transact: (work) => inTransaction((client) => work(sessionOf(client))),
    incarnationSupport: telling,
  };
}

const idAndLife = `SELECT txid_current()::text AS id, ${incarnation} AS life`;

/** The longest a timer takes; zero would be the connection's own. The driver reads it, its types do not know it. */
const longest = { query_timeout: 2_147_483_647 };

/** `patient`: a statement may take as long as it takes. */
export function sessionOf(client: PoolClient, patient = false): Session {
  const more = patient ? longest : {};
  return {
    query: async (sql, values = []) =>
      toResult(await client.query<PostgresRow>({ ...statementOf(sql, values), ...more })).rows,
  };
}

/** A pooler that gives each transaction another connection may not know names: then it is done without. */
async function retryTransaction<T>(work: () => Promise<T>, unname: () => void): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      const { cause } = toStoreError(error);
      if (isUnknownName(cause)) unname();
      else if (!isCollision(cause)) throw error;
      if (tries >= maxAttempts) throw error;
    }
  }
}

type SendStatement = (client: PoolClient, sql: string, values?: readonly unknown[]) => Promise<StatementResult>;

type Work<T> = { begin: () => Promise<StatementResult>; work: (client: PoolClient) => Promise<T> };

async function attemptTransaction<T>(
  connections: Connections,
  client: PoolClient,
  { begin, work }: Work<T>,
): Promise<T> {
  const begun = allOrFirst([ask(client, "BEGIN"), begin()]);
  try {
    // Not waited for: what the work asks first goes out together with it.
    const [[, given], value] = await allOrFirst([begun, work(client)] as const);
    await commit(connections, client, given?.rows[0]);
    return value;
  } catch (error) {
    await ask(client, "ROLLBACK").catch(() => undefined);
    throw error;
  }
}

/** An answer that does not come leaves open whether the commit happened: the server is asked, over another connection. */
async function commit(connections: Connections, client: PoolClient, begun: PostgresRow | undefined): Promise<void> {
  try {
    await ask(client, "COMMIT");
  } catch (error) {
    const problem = toStoreError(error);
    if (problem.code !== "busy") throw problem;
    for (let asked = 0; asked < commitPolling.times; asked += 1) {
      const status = await statusOf(connections, begun).catch(() => undefined);
      if (status === "committed") return;
      if (status === "unknown") break;
      if (status === "aborted") throw problem;
      await pause(commitPolling.everyMs);
    }
    throw new StoreError("broken", "Postgres went away during a commit, and does not say whether it happened", error);
  }
}

/** Unknown in another life of the server: there the id may be somebody else's. So it is where the life is not told. */
async function statusOf(connections: Connections, begun: PostgresRow | undefined): Promise<unknown> {
  if ((begun?.["life"] ?? null) === null) return "unknown";
  const sql = `SELECT CASE WHEN ${incarnation} = $2 THEN txid_status($1) ELSE 'unknown' END AS status`;
  const { rows } = await connections.use((other) => ask(other, sql, { values: [begun?.["id"], begun?.["life"]] }));
  return rows[0]?.["status"];
}

/** Without values the simple protocol, which takes several statements at once. */
async function ask(
  client: PoolClient,
  sql: string,
  { values = [], name }: StatementOptions = {},
): Promise<StatementResult> {
  const statement = statementOf(sql, values);
  return toResult(await client.query<PostgresRow>(name === undefined ? statement : { ...statement, name }));
}

type StatementOptions = { values?: readonly unknown[] | undefined; name?: string | undefined };

function statementOf(text: string, values: readonly unknown[]): { text: string; values?: unknown[] } {
  return values.length === 0 ? { text } : { text, values: values.map(toServer) };
}

/** Of several statements comes a list of results, which has no rows of its own. */
function toResult({ rows, rowCount }: { rows?: PostgresRow[]; rowCount: number | null }): StatementResult {
  return { rows: (rows ?? []).map(fromServer), count: rowCount ?? 0 };
}

/** Waits for all of them, so that none fails unseen; the first to fail in their order is the reason for the others. */
async function allOrFirst<T extends readonly unknown[]>(
  promises: T,
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  await Promise.allSettled(promises);
  for (const promise of promises) await promise;
  return Promise.all(promises);
}
