import { StoreError } from "../../ports/store-error.ts";
import type { Statement } from "./session.ts";

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
