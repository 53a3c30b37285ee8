import { StoreError } from "../../ports/store-error.ts";
import type { PostgresRow, Statement } from "./session.ts";

/** Records are JSON text written by this module, so their type is trusted. */
export function fromFirst<T>(rows: readonly PostgresRow[], otherwise: T): T {
  const [row] = rows;
  return row === undefined ? otherwise : (JSON.parse(String(row["record"])) as T);
}

export function fromRows<T>(rows: readonly PostgresRow[]): T[] {
  return rows.map((row) => JSON.parse(String(row["record"])) as T);
}

/** A precondition failed if nothing changed. */
export function changesOne(
  otherwise: string,
  code: "conflict" | "limit" = "conflict",
): NonNullable<Statement["check"]> {
  return ({ count }) => {
    if (count === 0) throw new StoreError(code, otherwise);
  };
}

/** Collects the statements of one change. */
export type AddStatement = (sql: string, values: readonly unknown[], check?: Statement["check"]) => void;
