import { chmodSync, closeSync, existsSync, mkdirSync, openSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseSync, type SQLInputValue, type SQLOutputValue, type StatementSync } from "node:sqlite";
import { StoreError } from "../../ports/store-error.ts";
import { checkPrefix, hashOf, type Migration } from "../migration.ts";
import { checkFile } from "./check-file.ts";
import { createCommitQueue, createDatabaseHealth, type DatabaseHealth } from "./commit-queue.ts";
import { migrations as all } from "./migrations.ts";
import { maxCheckedBytes, quickCheck } from "./quick-check.ts";
import { toStoreError } from "./sqlite-error.ts";

/** One open SQLite file: prepared statements and group commit. */
export type Database = {
  /** A cached prepared statement, with values marked `?` or as in Postgres. Reads see committed data. */
  prepare(sql: string): StatementSync;
  read(sql: string, values?: readonly SQLInputValue[]): Promise<Record<string, SQLOutputValue>[]>;
  change(sql: string, values: readonly SQLInputValue[]): Promise<number>;
  /** All writes; see `CommitQueue`. */
  commit<T>(work: () => T): Promise<T>;
  /** Why the file cannot be written now, after a probe write; undefined if it can. */
  failure(): Promise<StoreError | undefined>;
  /** Looks for damage in the whole file, off the event loop. Damage stops all writes. */
  recheck(): Promise<StoreError | undefined>;
  close(): Promise<void>;
};

type DatabaseOptions = {
  /** A file path, or `:memory:`. */
  path: string;
  migrations?: readonly Migration[];
  /** How long a write waits while another process holds the file. */
  settleWaitMs?: number;
  /** Checks the file for damage before it is used. */
  check?: boolean;
};

/**
 * Opens the file and migrates its schema. Write-ahead log; every commit is synced to disk. Throws `StoreError` when the
 * file cannot be used.
 */
export function openDatabase(options: DatabaseOptions): Database {
  const { settleWaitMs = 10_000 } = options;
  const db = openFile(options);
  const health = createDatabaseHealth();
  const queue = createCommitQueue(db, { health, settleWaitMs });
  const closing = new AbortController();
  const statements = new Map<string, StatementSync>();
  const prepare: Database["prepare"] = (sql) => {
    const known = statements.get(sql);
    if (known !== undefined) return known;
    const statement = reportingReads(db.prepare(sql.replaceAll(/\$(?=\d)/g, "?")), health);
    statements.set(sql, statement);
    return statement;
  };
  return {
    prepare,
    read: async (sql, values = []) => prepare(sql).all(...values),
    change: (sql, values) => queue.commit(() => Number(prepare(sql).run(...values).changes)),
    commit: (work) => queue.commit(work),
    async failure() {
      const failure = health.failure();
      if (failure === undefined || failure.code === "corrupt") return failure;
      // Needs new pages, so it fails for as long as the disk does.
      return queue
        .commit(() => db.exec(probe))
        .then(
          () => undefined,
          () => health.failure(),
        );
    },
    async recheck() {
      const damage = await checkFile(options.path, closing.signal);
      return damage === undefined ? undefined : health.failed(damage);
    },
    async close() {
      closing.abort();
      await queue.close();
      if (db.isOpen) db.close();
    },
  };
}

/** Turns errors of reads into `StoreError`, so that a damaged page is noticed wherever it is read. */
function reportingReads(statement: StatementSync, health: DatabaseHealth): StatementSync {
  const [all, get] = [statement.all.bind(statement), statement.get.bind(statement)];
  const guarded =
    <A extends unknown[], R>(read: (...values: A) => R) =>
    (...values: A): R => {
      try {
        return read(...values);
      } catch (error) {
        throw health.failed(toStoreError(error));
      }
    };
  return Object.assign(statement, { all: guarded(all), get: guarded(get) });
}

const probe = "CREATE TABLE probe AS SELECT zeroblob(65536) AS page; DROP TABLE probe";

function openFile({ path, migrations = all, check = false }: DatabaseOptions): DatabaseSync {
  try {
    if (path !== ":memory:") prepareFile(path);
    const db = new DatabaseSync(path, { timeout: 5_000 });
    try {
      db.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA fullfsync = ON; PRAGMA foreign_keys = ON");
      if (check && path !== ":memory:" && statSync(path).size <= maxCheckedBytes) quickCheck(db, path);
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

/** Only the owner may read the data. An empty file in a folder that was used is a lost database, not a new one. */
function prepareFile(path: string): void {
  const folder = dirname(path);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (!existsSync(path)) closeSync(openSync(path, "a", 0o600));
  else if (statSync(path).size === 0 && existsSync(join(folder, "engine.lock")))
    throw new StoreError("corrupt", `${path} is empty, but its folder was used before`);
  try {
    for (const file of [path, `${path}-wal`, `${path}-shm`]) if (existsSync(file)) chmodSync(file, 0o600);
  } catch {
    // Another user owns the file; SQLite reports whether it can be used.
  }
}

/**
 * Applies the pending migrations. The applied ones must be a prefix of the list, by name and text: a database of a newer
 * release, or with a changed migration, is rejected unchanged.
 */
function migrate(db: DatabaseSync, migrations: readonly Migration[]): void {
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
