import { compact } from "../../plan/compact.ts";
import { type ErrorCode, PlanwrightError } from "../../contracts/errors.ts";
import { type Problem, type ProblemDetails, problemOf, toProblem } from "../../contracts/problem.ts";
import { errorCodeOf, storeReason } from "./error-code.ts";

/** An RFC 9457 response. Only the texts of the error code and the issues leave the process, no internal details. */
export function problemResponse(
  code: ErrorCode,
  details: ProblemDetails,
  headers: Record<string, string> = {},
): Response {
  return asResponse(problemOf(code, details), headers);
}

export function errorResponse(error: unknown, requestId: string): Response {
  if (error instanceof PlanwrightError) return asResponse(toProblem(error, requestId));
  const detail = storeReason(error);
  return asResponse(problemOf(errorCodeOf(error), compact({ instance: requestId, detail })));
}

/** The wait a provider asked for, in whole seconds; 1 by default. */
function retryAfterSeconds({ details }: Problem): number {
  const ms = details?.["retry_after_ms"];
  return typeof ms === "number" ? Math.max(1, Math.ceil(ms / 1000)) : 1;
}

function asResponse(problem: ReturnType<typeof problemOf>, headers: Record<string, string> = {}): Response {
  const all = new Headers(headers);
  all.set("content-type", "application/problem+json");
  if (problem.status === 401) all.set("www-authenticate", "Bearer");
  if (problem.retryable && !all.has("retry-after")) all.set("retry-after", String(retryAfterSeconds(problem)));
  return new Response(JSON.stringify(problem), { status: problem.status, headers: all });
}
