import { createHash } from "node:crypto";
import { StoreError } from "../ports/store-error.ts";

/** One forward step of a schema. Once released, its text never changes. */
export type Migration = { name: string; sql: string };

type AppliedMigration = Readonly<Record<string, unknown>>;

/** The applied migrations must be a prefix of the list, by name and text; throws `incompatible` otherwise. */
export function checkPrefix(done: readonly AppliedMigration[], migrations: readonly Migration[]): void {
  for (const [at, row] of done.entries()) {
    const known = migrations[at];
    if (known === undefined)
      throw new StoreError(
        "incompatible",
        `the database has migration "${String(row["name"])}", which this release does not know; run a newer release`,
      );
    if (known.name !== row["name"] || hashOf(known) !== row["hash"])
      throw new StoreError("incompatible", `migration "${known.name}" differs from the one applied to the database`);
  }
}

export function hashOf(migration: Migration): string {
  return createHash("sha256").update(migration.sql).digest("hex");
}
