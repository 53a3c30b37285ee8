import { checkPrefix, hashOf, type Migration } from "../migration.ts";
import type { Session } from "./session.ts";

/**
 * Applies the pending migrations and returns their names, within the caller's transaction. Concurrent callers wait for
 * the lock and find nothing to do. The applied migrations must be a prefix of the list, by name and text: a database of
 * a newer release, or with a changed migration, is rejected unchanged.
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

/** The pending migrations. Rejects with `incompatible` for an unknown schema. */
export async function missingMigrations(session: Session, migrations: readonly Migration[]): Promise<Migration[]> {
  // Reads the catalogue: a name resolved before the lock would be cached as absent.
  const [found] = await session.query(
    "SELECT 1 FROM pg_catalog.pg_tables WHERE schemaname = current_schema() AND tablename = 'planwright_migrations'",
  );
  if (found === undefined) return [...migrations];
  const done = await session.query("SELECT name, hash FROM planwright_migrations ORDER BY at");
  checkPrefix(done, migrations);
  return migrations.slice(done.length);
}
