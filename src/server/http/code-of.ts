import { type ErrorCode, PlanwrightError } from "../../contracts/errors.ts";
import { isPassing } from "../../ports/store-error.ts";

/** What a failure is called outside. A store that cannot be reached, or is full, may be used again later. */
export function codeOf(error: unknown): ErrorCode {
  if (error instanceof PlanwrightError) return error.code;
  return isPassing(error) ? "DEPENDENCY_DOWN" : "INTERNAL";
}
