import { checkPrefix, hashOf, type Migration } from "../migration.ts";
import type { Session } from "./session.ts";

/**
 * Brings the schema up to the list and tells what was done. Whoever comes at the same time waits for the lock and finds
 * nothing left to do. What is already there must be a prefix of the list, by name and text: a database made by a newer
 * release, or by a changed migration, is refused and left as it is. To be called within a transaction.
 */
export async function migrate(session: Session, migrations: readonly Migration[]): Promise<string[]> {
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

/** What the schema still lacks. Rejects with `incompatible` where it is not one this release knows. */
export async function missingMigrations(session: Session, migrations: readonly Migration[]): Promise<Migration[]> {
  // Asked of the catalogue's table: a name looked up before the lock is remembered as absent until a table is read.
  const [found] = await session.query(
    "SELECT 1 FROM pg_catalog.pg_tables WHERE schemaname = current_schema() AND tablename = 'planwright_migrations'",
  );
  if (found === undefined) return [...migrations];
  const done = await session.query("SELECT name, hash FROM planwright_migrations ORDER BY at");
  checkPrefix(done, migrations);
  return migrations.slice(done.length);
}
