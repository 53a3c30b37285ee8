import { StoreError } from "../../ports/store-error.ts";
import type { Statement } from "./session.ts";

/** A precondition failed if fewer rows changed than were given. */
export function changesOne(
  otherwise: string,
  code: "conflict" | "limit" = "conflict",
): NonNullable<Statement["check"]> {
  return ({ count }, rows = 1) => {
    if (count < rows) throw new StoreError(code, rows === 1 ? otherwise : `${otherwise}, or one of ${rows - 1} others`);
  };
}

/** A statement of a change. What has the same key keeps its order. */
export type RecordedStatement = Statement & {
  key: string;
  /**
   * `each`: the parameters are columns and `values` is one row, so that the rows of many changes share the statement. `once`:
   * the same, and rows with the same key are equal.
   */
  rows?: "each" | "once";
};

/** Collects the statements of one change. */
export type AddStatement = (statement: RecordedStatement) => void;
