import { StoreError } from "../../ports/store-error.ts";
import type { PostgresRow, Statement } from "./session.ts";
import { parseStored } from "../stored-json.ts";

export function fromFirst<T>(rows: readonly PostgresRow[], otherwise: T): T {
  const [row] = rows;
  return row === undefined ? otherwise : parseStored<T>(row["record"]);
}

export function fromRows<T>(rows: readonly PostgresRow[]): T[] {
  return rows.map((row) => parseStored<T>(row["record"]));
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
