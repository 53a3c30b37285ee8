import { type ErrorCode, PlanwrightError } from "../../contracts/errors.ts";
import { isTransient } from "../../ports/store-error.ts";

/** The public error code of a failure. An unreachable or full store is a temporary failure. */
export function errorCodeOf(error: unknown): ErrorCode {
  if (error instanceof PlanwrightError) return error.code;
  return isTransient(error) ? "DEPENDENCY_DOWN" : "INTERNAL";
}
