import { postgresAbsent, startPostgres } from "./postgres-server.ts";

/** One server for `npm run test:postgres`; each test has its own schema. */
export default async function setup(): Promise<() => Promise<void>> {
  if (postgresAbsent !== undefined) throw new Error(postgresAbsent);
  const server = await startPostgres();
  process.env["TEST_DATABASE_URL"] = server.url;
  return () => server.stop();
}
