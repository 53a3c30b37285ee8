/** A row as the driver gives it, of the types that are asked for here: numbers of 64 bits are text. */
export type Row = Readonly<Record<string, string | number | boolean | null>>;

/** What is asked within one transaction, on one connection. */
export type Session = { query(sql: string, values?: readonly unknown[]): Promise<Row[]> };

/** One statement of a change. `check` throws where the change's condition did not hold, given the rows it touched. */
export type Statement = {
  sql: string;
  values: readonly unknown[];
  /** What came of it: rows it returned, and how many it changed or found. */
  check?: (result: { rows: readonly Row[]; count: number }) => void;
};
