import type { Json } from "../../plan/json.ts";

export type SqlValue = string | number | null;
export type SqlRow = Record<string, Json>;
export type SqlQuery = { sql: string; parameters: Readonly<Record<string, SqlValue>>; maxRows: number };

/** A read-only database. Each kind of database has an adapter. */
export interface SqlDatabase {
  /** Why a statement may not be used: it writes, does not parse, or is more than one. Undefined when it may. */
  check(sql: string): Promise<string | undefined>;
  /** At most `maxRows` rows, and whether there were more. Stops when the signal does. Throws a `ToolError`. */
  query(query: SqlQuery, signal: AbortSignal): Promise<{ rows: SqlRow[]; isCut: boolean }>;
  close(): Promise<void>;
}
