import { type ErrorCode, PlanwrightError } from "../../contracts/errors.ts";
import { isTransient, StoreError } from "../../ports/store-error.ts";

/** The public error code of a failure. An unreachable or full store is a temporary failure. */
export function errorCodeOf(error: unknown): ErrorCode {
  if (error instanceof PlanwrightError) return error.code;
  if (error instanceof StoreError && error.code === "corrupt") return "STORE_CORRUPT";
  return isTransient(error) ? "DEPENDENCY_DOWN" : "INTERNAL";
}

/** Why the store cannot be used, for callers and one log line; undefined for other errors. */
export function storeReason(error: unknown): string | undefined {
  if (!(error instanceof StoreError)) return undefined;
  switch (error.code) {
    case "full":
      return "The disk of the server is full.";
    case "io":
      return "The disk of the server fails.";
    case "corrupt":
      return "The database of the server is damaged.";
    case "busy":
      return "The database is busy.";
    default:
      return undefined;
  }
}
