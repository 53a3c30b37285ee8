import type { DatabaseSync } from "node:sqlite";
import { StoreError } from "../../ports/store-error.ts";

/** Larger files are only checked by `planwright doctor`: a check reads the whole file. */
export const maxCheckedBytes = 1024 ** 3;

/** Throws `StoreError` with the first damaged page. */
export function quickCheck(db: DatabaseSync, path: string): void {
  const [row] = db.prepare("PRAGMA quick_check(1)").all();
  const result = String(row?.["quick_check"] ?? "no answer");
  if (result !== "ok") throw new StoreError("corrupt", `${path} is damaged: ${result.replace(/^\*+ .* \*+\n/, "")}`);
}
