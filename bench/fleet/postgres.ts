import { Client } from "pg";
import { type PostgresServer, startPostgres } from "../../test/support/postgres-server.ts";

/** A Postgres that syncs every commit and does not outlive this process, even one that is told to end. */
export async function openSyncedPostgres(): Promise<PostgresServer> {
  const server = await startPostgres({ sync: true });
  const client = new Client(server.url);
  await client.connect();
  const { rows } = await client.query<{ file: string }>("SELECT pg_read_file('postmaster.pid') AS file");
  await client.end();
  const quit = (): void => void process.kill(Number.parseInt(rows[0]?.file ?? "", 10), "SIGQUIT");
  process.once("exit", quit);
  return {
    ...server,
    async stop() {
      process.off("exit", quit);
      await server.stop();
    },
  };
}
