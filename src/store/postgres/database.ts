import { createConnections } from "./connections.ts";
import { createListener, type Listener } from "./listener.ts";
import type { Migration } from "../migration.ts";
import { migrate, missingMigrations } from "./migrate.ts";
import { migrations as all } from "./migrations/index.ts";
import type { PostgresRow, Session, Statement } from "./session.ts";
import type { IncarnationSupport } from "./incarnation.ts";
import { createTransactions, sessionOf } from "./transaction.ts";

/** One Postgres database, or the schema its URL names. Every call rejects with `StoreError`. */
export type PostgresDatabase = Pick<Listener, "notify" | "listen"> & {
  /** Brings the schema up to date, and tells what was done. The first call of anything below does it too. */
  migrate(): Promise<string[]>;
  /** The server's version, the migrations that are missing, what time it is there, and whether it tells its life; changes nothing. */
  inspect(): Promise<{ version: string; missing: string[]; now: number; telling: IncarnationSupport }>;
  /** One statement by itself. If its answer is lost, nobody says whether it happened: what must be known is written. */
  read(sql: string, values?: readonly unknown[]): Promise<PostgresRow[]>;
  /** All statements or none; sent together, so they cost one round trip and the commit another. */
  write(statements: readonly Statement[]): Promise<void>;
  /** The same for work that must read before it writes. It may be called more than once. */
  transact<T>(work: (session: Session) => Promise<T>): Promise<T>;
  /** A connection of one's own, for work that is done once and keeps its transaction itself. */
  connected<T>(work: (session: Session) => Promise<T>, patient?: boolean): Promise<T>;
  /** Leases of jobs that a commit of this process has done away with, until their work is said to have ended. */
  releasedLeases: Set<number>;
  close(): Promise<void>;
};

export type PostgresOptions = {
  url: string;
  /** At most so many connections of this process; an engine has one more to listen. */
  connections?: number;
  migrations?: readonly Migration[];
};

/** Connects when it is first asked something. */
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
  const read: PostgresDatabase["read"] = async (sql, values) => {
    await ready();
    return connections.use((client) => sessionOf(client).query(sql, values));
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
      return { ...said, missing: names, telling: await transactions.incarnationSupport() };
    },
    read,
    async write(statements) {
      await ready();
      await transactions.writeAll(statements);
    },
    async transact(work) {
      await ready();
      return transactions.transact(work);
    },
    async connected(work, patient) {
      await ready();
      return connections.use((client) => work(sessionOf(client, patient)));
    },
    releasedLeases: new Set(),
    notify: (topic, word) => listener.notify(topic, word),
    listen: (topic, call) => listener.listen(topic, call),
    async close() {
      await listener.close();
      await connections.close();
    },
  };
}
