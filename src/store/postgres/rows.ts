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
  /** The row under this key is new: the rest of the commit may change it before it is sent. */
  isNew?: true;
  /** What the row becomes that this commit adds under the same key, instead of a statement; `null` if it is not added at all, undefined if the statement is needed. */
  change?: (row: readonly unknown[]) => readonly unknown[] | null | undefined;
  /** The statement whose row under the same key this one makes unnecessary. */
  covers?: string;
};

/** Collects the statements of one change. */
export type AddStatement = (statement: RecordedStatement) => void;
