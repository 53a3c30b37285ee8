import { z } from "zod";
import type { Issue } from "../plan/issue.ts";
import { JsonObject } from "../plan/json.ts";
import { compact } from "../plan/compact.ts";
import { type ErrorCode, errorTable, type PlanwrightError } from "./errors.ts";

export const ProblemIssue = z.strictObject({
  pointer: z.string(),
  code: z.string(),
  detail: z.string(),
  hint: z.string().optional(),
});
export type ProblemIssue = z.infer<typeof ProblemIssue>;

/** RFC 9457 problem details, sent as `application/problem+json`. */
export const Problem = z.strictObject({
  type: z.string().min(1),
  title: z.string().min(1),
  status: z.int().min(400).max(599),
  /** What happened in this case. */
  detail: z.string().optional(),
  /** The request id in the logs. */
  instance: z.string().optional(),
  code: z.string().min(1),
  /** Whether the same request may succeed later. */
  retryable: z.boolean(),
  /** What to do now. */
  next_step: z.string().optional(),
  errors: z.array(ProblemIssue).optional(),
  /** With `details`: the fields of contract 4's `PlannerError`. */
  message: z.string().optional(),
  details: JsonObject.optional(),
});
export type Problem = z.infer<typeof Problem>;

export type ProblemDetails = { detail?: string; instance?: string; issues?: readonly Issue[]; next?: string };

export function problemOf(code: ErrorCode, { detail, instance, issues, next }: ProblemDetails = {}): Problem {
  const { status, title, retryable, next: usual } = errorTable[code];
  return compact({
    type: `urn:planwright:error:${code}`,
    title,
    status,
    detail,
    instance,
    code,
    retryable,
    next_step: next ?? usual,
    errors: issues?.map(({ pointer, code, message, hint }) => compact({ pointer, code, detail: message, hint })),
  });
}

/** Converts an error to a problem. Its cause is left out: it may contain what a caller must not see. */
export function toProblem(error: PlanwrightError, instance?: string): Problem {
  const problem = problemOf(error.code, compact({ detail: error.message, instance, issues: error.issues }));
  const { planner } = error;
  return planner === undefined ? problem : { ...problem, ...planner, message: error.message };
}

export const problemExample = {
  type: "urn:planwright:error:INVALID_INPUT",
  title: "The request does not match the contract.",
  status: 422,
  code: "INVALID_INPUT",
  retryable: false,
  next_step: "Correct the fields listed under errors and send the request again.",
  errors: [
    {
      pointer: "/sesion_id",
      code: "UNKNOWN_FIELD",
      detail: '"sesion_id" is not a known field',
      hint: 'Did you mean "session_id"?',
    },
  ],
};
