import { postgresAbsent, startPostgres } from "./postgres-server.ts";

/** One server for all files of `npm run test:postgres`; each test has a schema of its own. */
export default async function setup(): Promise<() => Promise<void>> {
  if (postgresAbsent !== undefined) throw new Error(postgresAbsent);
  const server = await startPostgres();
  process.env["TEST_DATABASE_URL"] = server.url;
  return () => server.stop();
}
