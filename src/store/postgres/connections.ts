import type { Pool, PoolClient } from "pg";
import { StoreError } from "../../ports/store-error.ts";
import { toStoreError } from "./postgres-error.ts";

/** The connections of this process to one database, made as they are needed. */
export type Connections = {
  /** Rejects with `StoreError`. A connection that failed is thrown away. */
  use<T>(work: (client: PoolClient) => Promise<T>): Promise<T>;
  close(): Promise<void>;
};

export function createConnections(url: string, most: number): Connections {
  let opened: Promise<Pool> | undefined;
  let isOpen = true;
  const take = async (): Promise<PoolClient> => {
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
      const client = await take();
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

/** The driver is loaded by those who use it. */
async function openPool(url: string, most: number): Promise<Pool> {
  const { default: pg } = await import("pg");
  const pool = new pg.Pool({ ...connectionOf(url), max: most, idleTimeoutMillis: 30_000 });
  // A connection that breaks fails what is asked over it, and is replaced when one is needed.
  pool.on("connect", (client) => client.on("error", () => undefined));
  pool.on("error", () => undefined);
  return pool;
}

/**
 * Nothing may hang for ever: a server that does not answer is given up, and a process that was frozen in the middle of a
 * transaction loses it, so that others get at the rows.
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
