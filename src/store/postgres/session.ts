/** A row as the driver gives it, of the types that are asked for here: numbers of 64 bits are text. */
export type PostgresRow = Readonly<Record<string, string | number | boolean | null>>;

/** What is asked within one transaction, on one connection. */
export type Session = { query(sql: string, values?: readonly unknown[]): Promise<PostgresRow[]> };

/** The rows that were returned, and how many were changed or found. */
export type StatementResult = { rows: PostgresRow[]; count: number };

/** One statement of a change. `check` throws where the change's condition did not hold, given what came of it. */
export type Statement = { sql: string; values: readonly unknown[]; check?: (result: StatementResult) => void };
