import { StoreError } from "../../ports/store-error.ts";
import type { PostgresRow, Statement } from "./session.ts";

/** Records are stored as JSON text; what is read was written here, so it is trusted to have its type. */
export function fromFirst<T>(rows: readonly PostgresRow[], otherwise: T): T {
  const [row] = rows;
  return row === undefined ? otherwise : (JSON.parse(String(row["record"])) as T);
}

export function fromRows<T>(rows: readonly PostgresRow[]): T[] {
  return rows.map((row) => JSON.parse(String(row["record"])) as T);
}

/** The condition of a change did not hold if it changed nothing. */
export function changesOne(
  otherwise: string,
  code: "conflict" | "limit" = "conflict",
): NonNullable<Statement["check"]> {
  return ({ count }) => {
    if (count === 0) throw new StoreError(code, otherwise);
  };
}

/** Where the statements of one change are collected. */
export type AddStatement = (sql: string, values: readonly unknown[], check?: Statement["check"]) => void;
