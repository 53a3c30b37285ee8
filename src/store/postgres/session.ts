/** A row as returned by the driver; 64-bit numbers are text. */
export type PostgresRow = Readonly<Record<string, string | number | boolean | null>>;

/** Queries within one transaction on one connection. */
export type Session = { query(sql: string, values?: readonly unknown[]): Promise<PostgresRow[]> };

/** The returned rows, and how many were changed or found. */
export type StatementResult = { rows: PostgresRow[]; count: number };

/** One statement of a change. `check` throws when the precondition failed; `rows` is how many it was given. */
export type Statement = {
  sql: string;
  values: readonly unknown[];
  check?: (result: StatementResult, rows?: number) => void;
};
