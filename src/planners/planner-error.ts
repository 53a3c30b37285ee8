import { compact } from "../plan/compact.ts";
import type { PlannerError, PlannerErrorCode } from "../contracts/determinism/planner.ts";
import type { Issue } from "../plan/issue.ts";
import type { JsonObject } from "../plan/json.ts";

/** Codes of transient failures. */
const retryable: ReadonlySet<PlannerErrorCode> = new Set([
  "PLANNER_RATE_LIMITED",
  "PLANNER_GENERATION_FAILED",
  "PLANNER_TIMEOUT",
]);

export function plannerError(code: PlannerErrorCode, message: string, details: JsonObject = {}): PlannerError {
  return { code, message, retryable: retryable.has(code), details };
}

/** At most twenty issues, for the error's details. */
export function withIssues(issues: readonly Issue[]): JsonObject {
  const shown = issues.slice(0, 20).map((issue): JsonObject => compact(issue));
  return { issues: shown, issue_count: issues.length };
}
