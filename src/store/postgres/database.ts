import { createConnections } from "./connections.ts";
import { createListener, type Listener } from "./listener.ts";
import type { ReservedLease } from "./job-table.ts";
import { checkPrefix, hashOf, type Migration } from "../migration.ts";
import { migrations as all } from "./migrations/index.ts";
import type { PostgresRow, Session, Statement } from "./session.ts";
import type { IncarnationSupport } from "./incarnation.ts";
import { createTransactions, sessionOf, type WriteOptions } from "./transaction.ts";

/** One Postgres database, or the schema named in its URL. Every call rejects with `StoreError`. */
export type PostgresDatabase = Pick<Listener, "notify" | "listen"> & {
  /** Applies pending migrations and returns their names. The first use of anything below does it too. */
  migrate(): Promise<string[]>;
  /** The server's version and time, pending migrations, and whether it reports its incarnation; changes nothing. */
  inspect(): Promise<{ version: string; missing: string[]; now: number; incarnation: IncarnationSupport }>;
  /** Runs one statement. If its answer is lost, the outcome is unknown: use `write` for what must be certain. */
  read(sql: string, values?: readonly unknown[]): Promise<PostgresRow[]>;
  /** Runs one statement in a transaction and returns how many rows it changed. */
  change(sql: string, values: readonly unknown[]): Promise<number>;
  /** Runs all statements or none, pipelined: one round trip, and the commit another. */
  write(statements: readonly Statement[], options?: WriteOptions): Promise<void>;
  /** The same in one round trip: if its answer is lost, the outcome is unknown. Gives the rows of the last statement. */
  writeOnce(statements: readonly Statement[], options?: Pick<WriteOptions, "byKey">): Promise<PostgresRow[]>;
  /** A transaction that reads before it writes. `work` may be called more than once. */
  transact<T>(work: (session: Session) => Promise<T>): Promise<T>;
  /** A dedicated connection for work that manages its own transaction. */
  connected<T>(work: (session: Session) => Promise<T>, patient?: boolean): Promise<T>;
  /** Leases whose jobs a commit of this process removed, until their handler has ended. */
  releasedLeases: Set<number>;
  /** Leases for jobs that are about to be stored, by `jobName`. */
  reservedLeases: Map<string, ReservedLease>;
  close(): Promise<void>;
};

type PostgresOptions = {
  url: string;
  /** Maximum connections of this process; an engine uses one more to listen. */
  connections?: number;
  migrations?: readonly Migration[];
};

/** Connects on first use. */
export function openPostgres({ url, connections: most = 10, migrations = all }: PostgresOptions): PostgresDatabase {
  const connections = createConnections(url, most);
  const transactions = createTransactions(connections);
  const missing = (): Promise<Migration[]> =>
    connections.use((client) => missingMigrations(sessionOf(client), migrations));
  const bringUpToDate = async (): Promise<string[]> =>
    (await missing()).length === 0 ? [] : transactions.transact((session) => migrate(session, migrations));
  let upToDate: Promise<string[]> | undefined;
  const ready = (): Promise<string[]> =>
    (upToDate ??= bringUpToDate().catch((error: unknown) => {
      upToDate = undefined;
      throw error;
    }));
  const whenReady = async <T>(work: () => Promise<T>): Promise<T> => {
    await ready();
    return work();
  };
  const read: PostgresDatabase["read"] = (sql, values) =>
    whenReady(() => connections.use((client) => sessionOf(client).query(sql, values)));
  const write: PostgresDatabase["write"] = async (statements, options) => {
    await ready();
    if (statements.length > 0) await transactions.writeAll(statements, options);
  };
  const listener = createListener({ url, read });
  return {
    migrate: ready,
    async inspect() {
      const ask = `SELECT current_setting('server_version') AS version,
        (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now`;
      const [row] = await connections.use((client) => sessionOf(client).query(ask));
      const names = (await missing()).map(({ name }) => name);
      const said = { version: String(row?.["version"]), now: Number(row?.["now"]) };
      return { ...said, missing: names, incarnation: await transactions.incarnationSupport() };
    },
    read,
    async change(sql, values) {
      let changed = 0;
      await write([{ sql, values, check: ({ count }) => void (changed = count) }]);
      return changed;
    },
    write,
    writeOnce: (statements, options) => whenReady(() => transactions.writeOnce(statements, options)),
    transact: (work) => whenReady(() => transactions.transact(work)),
    connected: (work, patient) => whenReady(() => connections.use((client) => work(sessionOf(client, patient)))),
    releasedLeases: new Set(),
    reservedLeases: new Map(),
    notify: (topic, word) => listener.notify(topic, word),
    listen: (topic, call) => listener.listen(topic, call),
    async close() {
      await listener.close();
      await connections.close();
    },
  };
}

/**
 * Applies the pending migrations and returns their names, within the caller's transaction. Concurrent callers wait for
 * the lock and find nothing to do. The applied migrations must be a prefix of the list, by name and text: a database of
 * a newer release, or with a changed migration, is rejected unchanged.
 */
async function migrate(session: Session, migrations: readonly Migration[]): Promise<string[]> {
  await session.query("SELECT pg_advisory_xact_lock(hashtext('planwright migrations'), hashtext(current_schema()))");
  const missing = await missingMigrations(session, migrations);
  if (missing.length === migrations.length)
    await session.query(
      `CREATE TABLE IF NOT EXISTS planwright_migrations (at integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
       name text NOT NULL, hash text NOT NULL)`,
    );
  for (const migration of missing) {
    await session.query(migration.sql);
    await session.query("INSERT INTO planwright_migrations (name, hash) VALUES ($1, $2)", [
      migration.name,
      hashOf(migration),
    ]);
  }
  return missing.map(({ name }) => name);
}

/** The pending migrations. Rejects with `incompatible` for an unknown schema. */
async function missingMigrations(session: Session, migrations: readonly Migration[]): Promise<Migration[]> {
  // Reads the catalogue: a name resolved before the lock would be cached as absent.
  const [found] = await session.query(
    "SELECT 1 FROM pg_catalog.pg_tables WHERE schemaname = current_schema() AND tablename = 'planwright_migrations'",
  );
  if (found === undefined) return [...migrations];
  const done = await session.query("SELECT name, hash FROM planwright_migrations ORDER BY at");
  checkPrefix(done, migrations);
  return migrations.slice(done.length);
}
