import type { SQLOutputValue, StatementResultingChanges } from "node:sqlite";
import { StoreError } from "../../ports/store-error.ts";
import { parseStored } from "../stored-json.ts";

type SqliteRow = Record<string, SQLOutputValue>;

export function toText(record: object): string {
  return JSON.stringify(record);
}

export function fromRow<T>(row: SqliteRow | undefined, otherwise: T): T {
  return row === undefined ? otherwise : parseStored<T>(row["record"]);
}

export function fromRows<T>(rows: readonly SqliteRow[]): T[] {
  return rows.map((row) => parseStored<T>(row["record"]));
}

/** A precondition failed if nothing changed. */
export function changeOne(result: StatementResultingChanges, otherwise: string): void {
  if (Number(result.changes) === 0) throw new StoreError("conflict", otherwise);
}
