import { DatabaseSync, type SQLOutputValue } from "node:sqlite";
import {
  type Archive,
  type ArchiveCounts,
  archiveKeys,
  type ArchiveRow,
  type ArchiveTable,
  archiveTableNames,
  archiveTables,
  type ArchiveValue,
  type RestoreTransaction,
  type Snapshot,
} from "../../ports/archive.ts";
import type { Lock } from "../../ports/engine.ts";
import type { TermExtractor } from "../../ports/knowledge.ts";
import { source, toDocument, toPassages, toValue } from "../archived-document.ts";
import { withoutGuard } from "./audit-guard.ts";
import { createReactEntries } from "./react-entries.ts";
import { knowledgeTables } from "./knowledge.ts";
import { toStoreError } from "./sqlite-error.ts";
import { recordOf } from "../../plan/keys.ts";

type SqliteArchiveParts = {
  /** A file with an up-to-date schema. */
  path: string;
  /** The search index is rebuilt. */
  terms: TermExtractor;
  /** Held by the process that runs the file's jobs. */
  lock: Lock;
};

/** Rows per batch. */
const batch = 500;

/** Uses its own connection: a read transaction for the snapshot, one write transaction to restore. */
export function createSqliteArchive({ path, terms, lock }: SqliteArchiveParts): Archive {
  return {
    read: (work) =>
      connected(path, async (db) => {
        db.exec("BEGIN");
        return work(snapshotOf(db));
      }),
    restore: (work) =>
      connected(path, async (db) => {
        const isInUse = !lock.tryAcquire();
        try {
          db.exec("BEGIN IMMEDIATE");
          const result = await work(createRestore(db, terms, isInUse));
          db.exec(fillEntries);
          createReactEntries(db).addMissing();
          db.exec("COMMIT");
          return result;
        } finally {
          if (!isInUse) lock.release();
        }
      }),
  };
}

/** Fills the list entries of runs that were restored without them. */
const fillEntries = `
UPDATE runs SET
  created_at = json_extract(record, '$.createdAt'), ended_at = json_extract(record, '$.endedAt'),
  caller = json_extract(record, '$.caller'), error = json_extract(record, '$.error.message'),
  (steps, tools, title) = (
    SELECT coalesce(json_array_length(p.plan, '$.steps'), 0),
      coalesce((SELECT ' ' || replace(group_concat(DISTINCT json_extract(s.value, '$.tool')), ',', ' ') || ' '
        FROM json_each(p.plan, '$.steps') AS s), ' '),
      coalesce(json_extract(p.plan, '$.request.text'), json_extract(p.plan, '$.summary'), '')
    FROM (SELECT json_extract(runs.record, '$.planHash') AS hash) AS r
    LEFT JOIN plans AS p ON p.tenant = runs.tenant AND p.hash = r.hash)
WHERE created_at IS NULL`;

/** Closing the connection rolls back what was not committed. */
async function connected<T>(path: string, work: (db: DatabaseSync) => Promise<T>): Promise<T> {
  const db = new DatabaseSync(path, { timeout: 5_000 });
  try {
    db.exec("PRAGMA synchronous = FULL; PRAGMA fullfsync = ON; PRAGMA foreign_keys = ON");
    return await work(db);
  } catch (error) {
    throw isSqlite(error) ? toStoreError(error) : error;
  } finally {
    db.close();
  }
}

function isSqlite(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ERR_SQLITE_ERROR";
}

function snapshotOf(db: DatabaseSync): Snapshot {
  return { counts: countsOf(db), rows: () => rowsOf(db) };
}

function countsOf(db: DatabaseSync): ArchiveCounts {
  return recordOf(archiveTableNames, (table) =>
    Number(db.prepare(`SELECT count(*) AS rows FROM ${source(table)}`).get()?.["rows"]),
  );
}

async function* rowsOf(db: DatabaseSync): AsyncGenerator<ArchiveRow[]> {
  const passages = db.prepare("SELECT heading, text FROM knowledge_passages WHERE document_id = ? ORDER BY id");
  for (const table of archiveTableNames) {
    const columns: readonly string[] = archiveTables[table];
    const order = archiveKeys[table].join(", ");
    const asked = table === "knowledge" ? ["id", ...columns.slice(0, -1)] : columns;
    const valuesOf = (row: Record<string, SQLOutputValue>): ArchiveValue[] =>
      columns.map((column) =>
        column === "passages" ? toPassages(passages.all(Number(row["id"]))) : toValue(column, row[column]),
      );
    let rows: ArchiveRow[] = [];
    for (const row of db.prepare(`SELECT ${asked.join(", ")} FROM ${source(table)} ORDER BY ${order}`).iterate()) {
      rows.push({ table, values: valuesOf(row) });
      if (rows.length < batch) continue;
      yield rows;
      rows = [];
    }
    if (rows.length > 0) yield rows;
  }
}

function createRestore(db: DatabaseSync, terms: TermExtractor, isInUse: boolean): RestoreTransaction {
  const documents = knowledgeTables({ prepare: (sql) => db.prepare(sql) }, terms);
  const statements = Object.fromEntries(archiveTableNames.map((table) => [table, db.prepare(insertOf(table))]));
  const addDocument = (row: ArchiveRow): void => {
    const { document, ...added } = toDocument(row);
    documents.add(document, added);
  };
  return {
    counts: countsOf(db),
    isInUse,
    async clear() {
      for (const { id } of db.prepare("SELECT id FROM knowledge_documents").all()) documents.remove(Number(id));
      for (const table of archiveTableNames)
        if (table === "audit") withoutGuard(db, () => db.exec("DELETE FROM audit"));
        else db.exec(`DELETE FROM ${source(table)}`);
    },
    async add(rows) {
      for (const row of rows)
        if (row.table === "knowledge") addDocument(row);
        else statements[row.table]?.run(...row.values);
    },
    snapshot: async () => snapshotOf(db),
  };
}

function insertOf(table: ArchiveTable): string {
  if (table === "knowledge") return "SELECT 1";
  const columns: readonly string[] = archiveTables[table];
  const marks = columns.map(() => "?").join(", ");
  // Restored jobs have no worker: they start at version 1.
  if (table === "jobs") return `INSERT INTO jobs (${columns.join(", ")}, version) VALUES (${marks}, 1)`;
  return `INSERT INTO ${table} (${columns.join(", ")}) VALUES (${marks})`;
}
