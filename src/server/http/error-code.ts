import { type ErrorCode, PlanwrightError } from "../../contracts/errors.ts";
import { isPassing } from "../../ports/store-error.ts";

/** The public error code of a failure. An unreachable or full store is a temporary failure. */
export function errorCodeOf(error: unknown): ErrorCode {
  if (error instanceof PlanwrightError) return error.code;
  return isPassing(error) ? "DEPENDENCY_DOWN" : "INTERNAL";
}
