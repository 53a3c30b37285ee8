import { createHash } from "node:crypto";
import type { DatabaseSync } from "node:sqlite";
import { StoreError } from "../../ports/store-error.ts";

/** One forward step of the schema. Once released, its text never changes. */
export type Migration = { name: string; sql: string };

/**
 * Brings the schema up to the list. What is already there must be a prefix of the list, by name and text: a database
 * made by a newer release, or by a changed migration, is refused and left as it is.
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

type Done = Readonly<Record<string, unknown>>;

function checkPrefix(done: readonly Done[], migrations: readonly Migration[]): void {
  for (const [at, row] of done.entries()) {
    const known = migrations[at];
    if (known === undefined)
      throw new StoreError(
        "incompatible",
        `the database has migration "${String(row["name"])}", which this release does not know; run a newer release`,
      );
    if (known.name !== row["name"] || hashOf(known) !== row["hash"])
      throw new StoreError("incompatible", `migration "${known.name}" differs from the one the database was made with`);
  }
}

function hashOf(migration: Migration): string {
  return createHash("sha256").update(migration.sql).digest("hex");
}
