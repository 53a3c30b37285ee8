import {
  type Archive,
  type ArchiveCounts,
  archiveKeys,
  archiveNumbers,
  type ArchiveRow,
  type ArchiveTable,
  archiveTableNames,
  archiveTables,
  type RestoreTransaction,
  type Snapshot,
} from "../../ports/archive.ts";
import type { TermExtractor } from "../../ports/knowledge.ts";
import { source, toDocument, toPassages, toValue } from "../archived-document.ts";
import { withoutGuard } from "./audit-guard.ts";
import type { PostgresDatabase } from "./database.ts";
import { addDocument } from "./knowledge.ts";
import { toStoreError } from "./postgres-error.ts";
import type { PostgresRow, Session } from "./session.ts";
import { recordOf } from "../../plan/keys.ts";

/** The search index is rebuilt. */
type PostgresArchiveParts = { db: PostgresDatabase; terms: TermExtractor };

/** Rows per batch. */
const batch = 500;

/** One connection and one transaction each, without statement timeouts: a long export is normal. */
export function createPostgresArchive({ db, terms }: PostgresArchiveParts): Archive {
  return {
    read: (work) => inTransaction(db, "REPEATABLE READ, READ ONLY", async (session) => work(await snapshotOf(session))),
    restore: (work) =>
      inTransaction(db, "READ COMMITTED", async (session) => {
        await session.query(`LOCK TABLE ${archiveTableNames.map(source).join(", ")} IN SHARE ROW EXCLUSIVE MODE`);
        const result = await work(await createRestore(session, terms));
        for (const table of numbered) await session.query(continueSeq(table));
        return result;
      }),
  };
}

/** Errors of `work` pass through; errors of the database become `StoreError`. */
async function inTransaction<T>(
  db: PostgresDatabase,
  mode: string,
  work: (session: Session) => Promise<T>,
): Promise<T> {
  const ended = await db.connected(async (session): Promise<{ value: T } | { thrown: unknown }> => {
    await session.query(`BEGIN ISOLATION LEVEL ${mode}`);
    await session.query("SET LOCAL idle_in_transaction_session_timeout = 0; SET LOCAL statement_timeout = 0");
    try {
      const value = await work(session);
      await session.query("COMMIT");
      return { value };
    } catch (thrown) {
      await session.query("ROLLBACK");
      return { thrown: isPostgres(thrown) ? toStoreError(thrown) : thrown };
    }
  }, true);
  if ("thrown" in ended) throw ended.thrown;
  return ended.value;
}

function isPostgres(error: unknown): boolean {
  return error instanceof Error && ("severity" in error || "errno" in error);
}

/** Tables with an identity column; later rows continue from the highest number. */
const numbered = ["journal", "audit"] as const;
const continueSeq = (table: (typeof numbered)[number]): string =>
  `SELECT setval(pg_get_serial_sequence('${table}', 'seq'), max(seq)) FROM ${table} HAVING max(seq) IS NOT NULL`;

async function snapshotOf(session: Session): Promise<Snapshot> {
  return { counts: await countsOf(session), rows: () => rowsOf(session) };
}

async function countsOf(session: Session): Promise<ArchiveCounts> {
  const counts = archiveTableNames.map((table) => `(SELECT count(*) FROM ${source(table)}) AS ${table}`);
  const [row] = await session.query(`SELECT ${counts.join(", ")}`);
  return recordOf(archiveTableNames, (table) => Number(row?.[table]));
}

async function* rowsOf(session: Session): AsyncGenerator<ArchiveRow[]> {
  for (const table of archiveTableNames) {
    const columns: readonly string[] = archiveTables[table];
    const order = archiveKeys[table].join(", ");
    const asked = table === "knowledge" ? ["id", ...columns.slice(0, -1)] : columns;
    const select = `SELECT ${asked.join(", ")} FROM ${source(table)} ORDER BY ${order}`;
    await session.query(`DECLARE archive NO SCROLL CURSOR FOR ${select}`);
    for (;;) {
      const found = await session.query(`FETCH ${batch} FROM archive`);
      if (found.length === 0) break;
      const whole = table === "knowledge" ? await withPassages(session, found) : found;
      yield whole.map((row) => ({ table, values: columns.map((column) => toValue(column, row[column])) }));
    }
    await session.query("CLOSE archive");
  }
}

async function withPassages(session: Session, documents: readonly PostgresRow[]): Promise<PostgresRow[]> {
  const passages = "SELECT heading, text FROM knowledge_passages WHERE document_id = $1 ORDER BY place";
  const rows: PostgresRow[] = [];
  for (const row of documents) rows.push({ ...row, passages: toPassages(await session.query(passages, [row["id"]])) });
  return rows;
}

async function createRestore(session: Session, terms: TermExtractor): Promise<RestoreTransaction> {
  const held = await session.query("SELECT 1 FROM jobs WHERE held_until > clock_timestamp() LIMIT 1");
  return {
    counts: await countsOf(session),
    isInUse: held.length > 0,
    clear: () =>
      withoutGuard(session, async () => {
        const tables = archiveTableNames.map(source).join(", ");
        await session.query(`TRUNCATE ${tables}, knowledge_passages, knowledge_terms RESTART IDENTITY`);
      }),
    async add(rows) {
      const [first] = rows;
      if (first === undefined) return;
      if (first.table === "knowledge") {
        for (const row of rows) await addDocument(session, toDocument(row), terms);
        return;
      }
      const columns: readonly string[] = archiveTables[first.table];
      await session.query(
        insertOf(first.table),
        columns.map((_, at) => rows.map(({ values }) => values[at] ?? null)),
      );
    },
    snapshot: () => snapshotOf(session),
  };
}

function insertOf(table: ArchiveTable): string {
  const columns: readonly string[] = archiveTables[table];
  const arrays = columns.map((column, at) => `$${at + 1}::${archiveNumbers.has(column) ? "bigint" : "text"}[]`);
  const own = columns.includes("seq") ? "OVERRIDING SYSTEM VALUE " : "";
  // Restored jobs have no worker: they start at version 1.
  const [more, value] = table === "jobs" ? [", version", ", 1"] : ["", ""];
  const names = columns.join(", ");
  return `INSERT INTO ${table} (${names}${more}) ${own}SELECT ${names}${value}
    FROM unnest(${arrays.join(", ")}) AS given (${names})`;
}
