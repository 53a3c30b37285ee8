import { constants, DatabaseSync, type SQLOutputValue } from "node:sqlite";
import type { SqlQuery } from "./sql-database.ts";
import { notAQuery } from "./sql-text.ts";

/** The requests of this process and its answers, one at a time. */
export type ReaderRequest = { check: string } | { query: SqlQuery };
export type ReaderResponse = { rows: Record<string, SQLOutputValue>[]; isCut: boolean } | { problem: string };

const db = openReadOnly(process.argv[2] ?? "");
process.on("message", (question: ReaderRequest) => process.send?.(answer(question)));
process.on("disconnect", () => process.exit(0));

function answer(question: ReaderRequest): ReaderResponse {
  try {
    if ("query" in question) return run(question.query);
    prepare(question.check);
    return { rows: [], isCut: false };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}

/** Three safeguards: the file is opened for reading, the authorizer allows only reads, and the text must be a query. */
function openReadOnly(file: string): DatabaseSync {
  const database = new DatabaseSync(file, { readOnly: true, timeout: 2000, allowExtension: false });
  const { SQLITE_OK, SQLITE_DENY, SQLITE_SELECT, SQLITE_READ, SQLITE_FUNCTION, SQLITE_RECURSIVE } = constants;
  const reads = new Set([SQLITE_SELECT, SQLITE_READ, SQLITE_FUNCTION, SQLITE_RECURSIVE]);
  // Node before 24.10 has no authorizer; the other two remain.
  database.setAuthorizer?.((action, _, name) =>
    reads.has(action) && name !== "load_extension" ? SQLITE_OK : SQLITE_DENY,
  );
  return database;
}

function prepare(sql: string) {
  const problem = notAQuery(sql);
  if (problem !== undefined) throw new Error(problem);
  return db.prepare(sql);
}

function run({ sql, parameters, maxRows }: SqlQuery): ReaderResponse {
  const statement = prepare(sql);
  const rows: Record<string, SQLOutputValue>[] = [];
  for (const row of statement.iterate({ ...parameters })) {
    if (rows.length === maxRows) return { rows, isCut: true };
    rows.push({ ...row });
  }
  return { rows, isCut: false };
}
