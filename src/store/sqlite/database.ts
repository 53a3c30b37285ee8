import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync, type StatementSync } from "node:sqlite";
import { createCommitQueue } from "./commit-queue.ts";
import type { Migration } from "../migration.ts";
import { migrate } from "./migrate.ts";
import { migrations as all } from "./migrations/index.ts";
import { toStoreError } from "./sqlite-error.ts";

/** One open SQLite file: prepared statements and group commit. */
export type Database = {
  /** A cached prepared statement. Reads see committed data. */
  prepare(sql: string): StatementSync;
  /** All writes; see `CommitQueue`. */
  commit<T>(work: () => T): Promise<T>;
  close(): Promise<void>;
};

export type DatabaseOptions = {
  /** A file path, or `:memory:`. */
  path: string;
  migrations?: readonly Migration[];
  /** How long a write waits while another process holds the file. */
  settleWaitMs?: number;
};

/**
 * Opens the file and migrates its schema. Write-ahead log; every commit is synced to disk. Throws `StoreError` when the
 * file cannot be used.
 */
export function openDatabase({ path, migrations = all, settleWaitMs = 10_000 }: DatabaseOptions): Database {
  const db = openFile(path, migrations);
  const queue = createCommitQueue(db, settleWaitMs);
  const statements = new Map<string, StatementSync>();
  return {
    prepare(sql) {
      const known = statements.get(sql);
      if (known !== undefined) return known;
      const statement = db.prepare(sql);
      statements.set(sql, statement);
      return statement;
    },
    commit: (work) => queue.commit(work),
    async close() {
      await queue.close();
      if (db.isOpen) db.close();
    },
  };
}

function openFile(path: string, migrations: readonly Migration[]): DatabaseSync {
  try {
    if (path !== ":memory:") mkdirSync(dirname(path), { recursive: true });
    const db = new DatabaseSync(path, { timeout: 5_000 });
    try {
      db.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA fullfsync = ON; PRAGMA foreign_keys = ON");
      migrate(db, migrations);
      // From here on the commit queue waits for a busy file without blocking the event loop.
      db.exec("PRAGMA busy_timeout = 20");
      return db;
    } catch (error) {
      db.close();
      throw error;
    }
  } catch (error) {
    throw toStoreError(error);
  }
}
