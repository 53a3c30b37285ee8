import type { DatabaseSync } from "node:sqlite";
import { checkPrefix, hashOf, type Migration } from "../migration.ts";

/**
 * Applies the pending migrations. The applied ones must be a prefix of the list, by name and text: a database of a newer
 * release, or with a changed migration, is rejected unchanged.
 */
export function migrate(db: DatabaseSync, migrations: readonly Migration[]): void {
  db.exec("BEGIN IMMEDIATE");
  try {
    db.exec("CREATE TABLE IF NOT EXISTS migrations (at INTEGER PRIMARY KEY, name TEXT NOT NULL, hash TEXT NOT NULL)");
    const done = db.prepare("SELECT name, hash FROM migrations ORDER BY at").all();
    checkPrefix(done, migrations);
    const note = db.prepare("INSERT INTO migrations (name, hash) VALUES (?, ?)");
    for (const migration of migrations.slice(done.length)) {
      db.exec(migration.sql);
      note.run(migration.name, hashOf(migration));
    }
    db.exec("COMMIT");
  } catch (error) {
    if (db.isTransaction) db.exec("ROLLBACK");
    throw error;
  }
}
