import { Client } from "pg";
import { type PostgresServer, startPostgres } from "../../test/support/postgres-server.ts";

/**
 * A Postgres that syncs every commit and ends with this process, also on a signal. One with settings of
 * its own is not the given one.
 */
export async function openSyncedPostgres(settings: readonly string[] = []): Promise<PostgresServer> {
  const server = await startPostgres({ sync: true, own: settings.length > 0 });
  for (const setting of settings) await ask(server.url, `ALTER SYSTEM SET ${setting}`);
  if (settings.length > 0) await server.restart?.("fast");
  const file = await ask(server.url, "SELECT pg_read_file('postmaster.pid') AS answer");
  const quit = (): void => void process.kill(Number.parseInt(file, 10), "SIGQUIT");
  process.once("exit", quit);
  return {
    ...server,
    async stop() {
      process.off("exit", quit);
      await server.stop();
    },
  };
}

/** A new database of the server; gives its URL. */
export async function newDatabase(server: string, name: string): Promise<string> {
  await ask(server, `CREATE DATABASE "${name}"`);
  return server.replace(/\/postgres$/, `/${name}`);
}

async function ask(url: string, sql: string): Promise<string> {
  const client = new Client(url);
  await client.connect();
  const { rows } = await client.query<{ answer: string }>(sql);
  await client.end();
  return rows[0]?.answer ?? "";
}
