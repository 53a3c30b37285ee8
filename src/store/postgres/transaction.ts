import { setTimeout as pause } from "node:timers/promises";
import type { PoolClient } from "pg";
import { StoreError } from "../../ports/store-error.ts";
import type { Connections } from "./connections.ts";
import { createIncarnationCheck, incarnation, type IncarnationSupport } from "./incarnation.ts";
import { isCollision, isUnknownName, toStoreError } from "./postgres-error.ts";
import type { PostgresRow, Session, Statement, StatementResult } from "./session.ts";
import { createBatchSender } from "./statement-batch.ts";

/** How often a colliding transaction is attempted. */
const maxAttempts = 10;

/** How often and at what interval to ask for the outcome of a commit without an answer. */
const commitPolling = { times: 50, everyMs: 100 };

export type WriteOptions = {
  /** How long it may wait for a lock. */
  lockMs?: number;
  /** Every statement finds its rows by an index: their plans are kept by the connection and do not age. */
  byKey?: boolean;
};

type Transactions = {
  /** Runs all statements or none, pipelined: one round trip, and the commit another. */
  writeAll(statements: readonly Statement[], options?: WriteOptions): Promise<void>;
  /** Runs all statements or none in one round trip: if its answer is lost, the outcome is unknown. Gives the rows of the last. */
  writeOnce(statements: readonly Statement[], options?: Pick<WriteOptions, "byKey">): Promise<PostgresRow[]>;
  /** A transaction that reads before it writes. `work` may be called more than once. */
  transact<T>(work: (session: Session) => Promise<T>): Promise<T>;
  incarnationSupport(): Promise<IncarnationSupport>;
};

export function createTransactions(connections: Connections): Transactions {
  const support = createIncarnationCheck(connections);
  const sendBatch = createBatchSender();
  // Asked once per connection, which does not outlive its server. Behind a pooler it may: then the outcome of a lost commit
  // is unknown, never mistaken, since incarnations do not return.
  const incarnations = new WeakMap<PoolClient, Promise<unknown>>();
  const incarnationOf = (client: PoolClient): Promise<unknown> => {
    const known = incarnations.get(client);
    if (known !== undefined) return known;
    const asked = ask(client, `SELECT ${incarnation} AS incarnation`).then(({ rows }) => rows[0]?.["incarnation"]);
    incarnations.set(client, asked);
    asked.catch(() => incarnations.delete(client));
    return asked;
  };
  let usesNames = true;
  const forgetNames = (): void => void (usesNames = false);
  const inTransaction = async <T>(attempt: Attempt<T>): Promise<T> => {
    const canTellOutcome = (await support()) !== "refused";
    const tried = (): Promise<T> =>
      connections.use(async (client) => {
        const known = canTellOutcome ? incarnationOf(client) : undefined;
        return attemptTransaction(connections, client, async () => {
          const { id, value } = await attempt(client);
          return { begun: { id, incarnation: await known }, value };
        });
      });
    return retryTransaction(tried, forgetNames);
  };
  return {
    writeAll: (statements, { lockMs, byKey = false } = {}) =>
      inTransaction(async (client) => {
        const lock = lockMs === undefined ? "" : setting("lock_timeout", lockMs);
        const first = [
          { sql: "BEGIN", values: [] },
          { sql: `${begun}${byKey ? keptPlans : ""}${lock}`, values: [] },
        ];
        // Inserts have only one plan.
        const isNamed = ({ sql }: Statement): boolean => usesNames && (byKey || sql.startsWith("INSERT INTO"));
        const [, start, ...results] = await sendBatch(client, [...first, ...statements], { isNamed, toServer });
        for (const [at, result] of results.entries()) statements[at]?.check?.(toResult(result));
        return { id: start?.rows[0]?.["id"], value: undefined };
      }),
    async writeOnce(statements, { byKey = false } = {}) {
      const settings = byKey ? [statement(`SELECT 1${keptPlans}`)] : [];
      const all = [statement("BEGIN"), ...settings, ...statements, statement("COMMIT")];
      const tried = (): Promise<PostgresRow[]> =>
        connections.use(async (client) => {
          const sent = sendBatch(client, all, { isNamed: () => byKey && usesNames, toServer });
          const results = await sent.catch((error: unknown) => rollBack(client, error));
          return toResult(results.at(-2) ?? []).rows;
        });
      return retryTransaction(tried, forgetNames);
    },
    transact: (work) =>
      inTransaction(async (client) => {
        // Not awaited: the first statements of the work are pipelined with it.
        const [{ rows }, value] = await allOrFirst([ask(client, `BEGIN; ${begun}`), work(sessionOf(client))] as const);
        return { id: rows[0]?.["id"], value };
      }),
    incarnationSupport: support,
  };
}

function statement(sql: string): Statement {
  return { sql, values: [] };
}

/** Gives the number of the transaction. */
const begun = "SELECT txid_current()::text AS id";

/** A setting of the transaction, as a further column of the query that gives its number. */
function setting(name: string, value: string | number): string {
  return `, set_config('${name}', '${value}', true)`;
}

/** Plans are made once, for any values. A plan that was made for a small table must not read all of it when it has grown. */
const keptPlans = [
  setting("plan_cache_mode", "force_generic_plan"),
  ...["seqscan", "hashjoin", "mergejoin"].map((one) => setting(`enable_${one}`, "off")),
].join("");

/** Begins a transaction and does its work; gives its number. */
type Attempt<T> = (client: PoolClient) => Promise<{ id: unknown; value: T }>;

/** A transaction, and the incarnation of the server it runs in, if the server reports it. */
type TransactionStart = { id: unknown; incarnation: unknown };

/** The longest timer; zero would use the connection's default. Missing in the driver's types. */
const longest = { query_timeout: 2_147_483_647 };

/** `patient` disables the query timeout. */
export function sessionOf(client: PoolClient, patient = false): Session {
  const more = patient ? longest : {};
  return {
    query: async (sql, values = []) =>
      toResult(await client.query<PostgresRow>({ ...statementOf(sql, values), ...more })).rows,
  };
}

/** A transaction pooler may not support prepared statements: then they are turned off. */
async function retryTransaction<T>(work: () => Promise<T>, disableNames: () => void): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      const { cause } = toStoreError(error);
      if (isUnknownName(cause)) disableNames();
      else if (!isCollision(cause)) throw error;
      if (tries >= maxAttempts) throw error;
    }
  }
}

async function attemptTransaction<T>(
  connections: Connections,
  client: PoolClient,
  work: () => Promise<{ begun: TransactionStart; value: T }>,
): Promise<T> {
  try {
    const { begun, value } = await work();
    await commit(connections, client, begun);
    return value;
  } catch (error) {
    return await rollBack(client, error);
  }
}

async function rollBack(client: PoolClient, error: unknown): Promise<never> {
  await ask(client, "ROLLBACK").catch(() => undefined);
  throw error;
}

/** Without an answer the outcome of the commit is unknown: asks the server over another connection. */
async function commit(connections: Connections, client: PoolClient, begun: TransactionStart): Promise<void> {
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
    throw new StoreError("broken", "the connection was lost during a commit and the outcome is unknown", error);
  }
}

/**
 * Unknown in another incarnation of the server, where the id may be reused, and where the incarnation is not reported.
 */
async function statusOf(connections: Connections, begun: TransactionStart): Promise<unknown> {
  if ((begun.incarnation ?? null) === null) return "unknown";
  const sql = `SELECT CASE WHEN ${incarnation} = $2 THEN txid_status($1) ELSE 'unknown' END AS status`;
  const { rows } = await connections.use((other) => ask(other, sql, [begun.id, begun.incarnation]));
  return rows[0]?.["status"];
}

/** Without values the simple protocol is used, which allows several statements. */
async function ask(client: PoolClient, sql: string, values: readonly unknown[] = []): Promise<StatementResult> {
  return toResult(await client.query<PostgresRow>(statementOf(sql, values)));
}

function statementOf(text: string, values: readonly unknown[]): { text: string; values?: unknown[] } {
  return values.length === 0 ? { text } : { text, values: values.map(toServer) };
}

type DriverResult = { rows: PostgresRow[]; rowCount: number | null };

/** Of several statements, the result of the last. */
function toResult(given: DriverResult | DriverResult[]): StatementResult {
  const last = Array.isArray(given) ? given.at(-1) : given;
  return { rows: (last?.rows ?? []).map(fromServer), count: last?.rowCount ?? 0 };
}

/** Waits for all, so that no rejection is unhandled; the first failure in order is thrown. */
async function allOrFirst<T extends readonly unknown[]>(
  promises: T,
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  await Promise.allSettled(promises);
  for (const promise of promises) await promise;
  return Promise.all(promises);
}

/** Escape mark: a private-use character. */
const mark = "\u{F0000}";

/**
 * Postgres cannot store U+0000, which foreign keys and ids may contain: it is escaped as the mark and `0`, and the mark
 * itself is doubled. `fromServer` reverses it.
 */
function toServer(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toServer);
  if (typeof value !== "string" || !(value.includes("\0") || value.includes(mark))) return value;
  return value.replaceAll(mark, mark + mark).replaceAll("\0", `${mark}0`);
}

function fromServer(row: PostgresRow): PostgresRow {
  const marked = Object.entries(row).filter(([, value]) => typeof value === "string" && value.includes(mark));
  if (marked.length === 0) return row;
  const plain = marked.map(([name, value]) => [name, unmarked(String(value))] as const);
  return { ...row, ...Object.fromEntries(plain) };
}

function unmarked(text: string): string {
  return text.replaceAll(new RegExp(`${mark}(0|${mark})`, "gu"), (_, what: string) => (what === "0" ? "\0" : mark));
}
