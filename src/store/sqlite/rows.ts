import type { SQLOutputValue, StatementResultingChanges } from "node:sqlite";
import { StoreError } from "../../ports/store-error.ts";

type SqliteRow = Record<string, SQLOutputValue>;

/** Records are JSON text written by this module, so their type is trusted. */
export function toText(record: object): string {
  return JSON.stringify(record);
}

export function fromRow<T>(row: SqliteRow | undefined, otherwise: T): T {
  return row === undefined ? otherwise : (JSON.parse(String(row["record"])) as T);
}

export function fromRows<T>(rows: readonly SqliteRow[]): T[] {
  return rows.map((row) => JSON.parse(String(row["record"])) as T);
}

/** A precondition failed if nothing changed. */
export function changeOne(result: StatementResultingChanges, otherwise: string): void {
  if (Number(result.changes) === 0) throw new StoreError("conflict", otherwise);
}
