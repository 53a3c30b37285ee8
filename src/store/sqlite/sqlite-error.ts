import { StoreError, type StoreErrorCode } from "../../ports/store-error.ts";

/** SQLite result codes with a meaning for callers. */
const codes: Readonly<Record<number, StoreErrorCode>> = {
  5: "busy",
  6: "busy",
  10: "io",
  11: "corrupt",
  13: "full",
  19: "conflict",
  26: "corrupt",
};

/** Maps SQLite errors to `StoreError`. */
export function toStoreError(error: unknown): StoreError {
  if (error instanceof StoreError) return error;
  const message = error instanceof Error ? error.message : String(error);
  return new StoreError(codes[resultCode(error)] ?? "broken", `SQLite: ${message}`, error);
}

function resultCode(error: unknown): number {
  const code = error instanceof Error && "errcode" in error ? error.errcode : undefined;
  return typeof code === "number" ? code & 0xff : -1;
}
