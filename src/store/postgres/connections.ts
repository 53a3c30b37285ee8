import type { Pool, PoolClient } from "pg";
import { StoreError } from "../../ports/store-error.ts";
import { toStoreError } from "./postgres-error.ts";
import { loadDriver } from "./statement-batch.ts";

/** A lazily filled connection pool. */
export type Connections = {
  /** Rejects with `StoreError`. A failed connection is discarded. */
  use<T>(work: (client: PoolClient) => Promise<T>): Promise<T>;
  close(): Promise<void>;
};

export function createConnections(url: string, most: number): Connections {
  let opened: Promise<Pool> | undefined;
  let isOpen = true;
  const acquire = async (): Promise<PoolClient> => {
    if (!isOpen) throw new StoreError("closed", "the database is closed");
    opened ??= openPool(url, most);
    try {
      return await (await opened).connect();
    } catch (error) {
      throw toStoreError(error);
    }
  };
  return {
    async use(work) {
      const client = await acquire();
      let isBroken = false;
      try {
        return await work(client);
      } catch (error) {
        const problem = toStoreError(error);
        isBroken = problem.code === "busy" || problem.code === "broken";
        throw problem;
      } finally {
        client.release(isBroken);
      }
    },
    async close() {
      isOpen = false;
      await (await opened)?.end();
      opened = undefined;
    },
  };
}

async function openPool(url: string, most: number): Promise<Pool> {
  const { Pool: Pools } = await loadDriver();
  const pool = new Pools({ ...connectionOf(url), max: most, idleTimeoutMillis: 30_000 });
  // A broken connection fails its queries and is replaced when needed.
  pool.on("connect", (client) => client.on("error", () => undefined));
  pool.on("error", () => undefined);
  return pool;
}

/**
 * Timeouts everywhere: an unresponsive server is given up, and a process frozen in a transaction loses it, so others can
 * use the rows.
 */
export function connectionOf(url: string) {
  return {
    connectionString: url,
    application_name: "planwright",
    pipeline: true,
    keepAlive: true,
    connectionTimeoutMillis: 5_000,
    statement_timeout: 30_000,
    query_timeout: 40_000,
    lock_timeout: 10_000,
    idle_in_transaction_session_timeout: 10_000,
  };
}
