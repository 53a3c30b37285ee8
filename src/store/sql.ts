export type SqlRow = Readonly<Record<string, unknown>>;

type SqlValue = string | number | null;

/** What both databases have in common, for tables that are the same in both. Values are marked `$1`, `$2`, …. */
export type SqlDatabase = {
  read(sql: string, values?: readonly SqlValue[]): Promise<readonly SqlRow[]>;
  /** Runs one statement in a transaction and returns how many rows it changed. */
  change(sql: string, values: readonly SqlValue[]): Promise<number>;
};

/** The value of a JSON column. Only this module writes them, so their type is trusted. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller names the type it wrote
export function parseStored<T>(text: unknown): T {
  return JSON.parse(String(text));
}

export function fromRows<T>(rows: readonly SqlRow[]): T[] {
  return rows.map((row) => parseStored<T>(row["record"]));
}
