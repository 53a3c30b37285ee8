import type { PlannerError, PlannerErrorCode } from "../contracts/determinism/planner.ts";
import type { Issue } from "../plan/issue.ts";
import type { JsonObject } from "../plan/json.ts";

/** Codes whose cause may be gone a moment later. The others fail the same way again. */
const retryable: ReadonlySet<PlannerErrorCode> = new Set([
  "PLANNER_RATE_LIMITED",
  "PLANNER_GENERATION_FAILED",
  "PLANNER_TIMEOUT",
]);

export function plannerError(code: PlannerErrorCode, message: string, details: JsonObject = {}): PlannerError {
  return { code, message, retryable: retryable.has(code), details };
}

/** Issues in the details, at most twenty: an error is for reading. */
export function withIssues(issues: readonly Issue[]): JsonObject {
  const shown = issues.slice(0, 20).map((issue): JsonObject => ({ ...issue }));
  return { issues: shown, issue_count: issues.length };
}
