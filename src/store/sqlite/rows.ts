import type { SQLOutputValue, StatementResultingChanges } from "node:sqlite";
import { StoreError } from "../../ports/store-error.ts";

type SqliteRow = Record<string, SQLOutputValue>;

/** Records are stored as JSON text; what is read was written here, so it is trusted to have its type. */
export function toText(record: object): string {
  return JSON.stringify(record);
}

export function fromRow<T>(row: SqliteRow | undefined, otherwise: T): T {
  return row === undefined ? otherwise : (JSON.parse(String(row["record"])) as T);
}

export function fromRows<T>(rows: readonly SqliteRow[]): T[] {
  return rows.map((row) => JSON.parse(String(row["record"])) as T);
}

/** The condition of a change did not hold if it changed nothing. */
export function changeOne(result: StatementResultingChanges, otherwise: string): void {
  if (Number(result.changes) === 0) throw new StoreError("conflict", otherwise);
}
