import type { Issue } from "../plan/issue.ts";
import type { JsonObject } from "../plan/json.ts";

export type ErrorEntry = {
  /** HTTP status. */
  status: number;
  /** Whether the same request may succeed later, and is safe to send again. */
  retryable: boolean;
  /** What failed, in one sentence for a person. */
  title: string;
  /** What to do next. */
  next: string;
};

/** An error that the same request gets again. */
function final(status: number, title: string, next: string): ErrorEntry {
  return { status, retryable: false, title, next };
}

/** An error after which the same request may succeed. */
function transient(status: number, title: string, next: string): ErrorEntry {
  return { status, retryable: true, title, next };
}

/** Every error a caller can get. Codes are stable; `docs/errors.md` is made from this table. */
export const errorTable = {
  // A person sees these (contract 3).
  FORBIDDEN: final(
    403,
    "You do not have permission to do this.",
    "Ask the owner for permission, or use an account that has it.",
  ),
  CONFIG_MISSING: final(500, "A required setting is missing.", "Add the setting named in the detail."),
  INVALID_INPUT: final(
    422,
    "The request does not match the contract.",
    "Correct the fields listed under errors and send the request again.",
  ),
  DEPENDENCY_DOWN: transient(503, "A system that this request needs does not respond.", "Try again in a minute."),
  STORE_CORRUPT: final(
    503,
    "The database is damaged.",
    "Stop the service and restore a backup: planwright restore <file>.",
  ),
  RATE_LIMITED: transient(429, "Too many requests.", "Wait for the time in Retry-After, then send the request again."),
  INTERNAL: final(
    500,
    "An internal error occurred.",
    "Look up the instance in the logs before you send the request again.",
  ),

  // A planner's answer (contract 4).
  PLANNER_RATE_LIMITED: transient(429, "The planner is rate limited.", "Wait, then plan again."),
  PLANNER_CONTEXT_TOO_LONG: final(
    422,
    "The goal and its context are too long to plan.",
    "Shorten the context or the tool list.",
  ),
  PLANNER_INVALID_GOAL: final(422, "The goal cannot be planned.", "State what should be done."),
  PLANNER_NO_SKILLS_AVAILABLE: final(
    422,
    "No available tool matches the goal.",
    "Add a tool that can do it, or change the goal.",
  ),
  PLANNER_GENERATION_FAILED: transient(502, "The planner produced no plan.", "Plan again, or use another planner."),
  PLANNER_INVALID_PLAN: final(502, "The planner produced an invalid plan.", "Use another planner, or report the plan."),
  PLANNER_TIMEOUT: transient(504, "The planner did not finish in time.", "Plan again, or raise the time limit."),

  // The request itself.
  MALFORMED_BODY: final(400, "The body is not valid JSON.", "Correct the body at the pointers listed under errors."),
  UNAUTHENTICATED: final(401, "The request has no valid credential.", "Send an API key that is not revoked."),
  INVALID_CURSOR: final(
    400,
    "The cursor is not one of this list.",
    "Use the next_cursor of the page before, or start again without a cursor.",
  ),
  NOT_FOUND: final(404, "Nothing was found at this address.", "Check the id; it may belong to another tenant."),
  METHOD_NOT_ALLOWED: final(405, "This address does not support this method.", "Use a method listed in Allow."),
  NOT_ACCEPTABLE: final(406, "The response is not available in a format you accept.", "Accept application/json."),
  BODY_TOO_LARGE: final(413, "The body is too large.", "Send a smaller body."),
  UNSUPPORTED_MEDIA_TYPE: final(415, "The body is not JSON.", "Send application/json."),
  TIMEOUT: transient(504, "The request did not finish in time.", "Send it again with the same Idempotency-Key."),
  OVERLOADED: transient(
    503,
    "The server is overloaded.",
    "Wait for the time in Retry-After, then send the request again.",
  ),
  SHUTTING_DOWN: transient(503, "The server is stopping.", "Send it again in a moment."),
  IDEMPOTENCY_KEY_REUSED: final(
    422,
    "The Idempotency-Key was already used with a different body, or with other permissions.",
    "Use a new key for a new request.",
  ),
  IDEMPOTENCY_IN_FLIGHT: transient(
    409,
    "The first request with this Idempotency-Key is still in progress.",
    "Wait, then send it again to get its response.",
  ),

  // Plans, runs and agents.
  INVALID_PLAN: final(422, "The plan is not valid.", "Correct the plan at the pointers listed under errors."),
  LESSON_REFUSED: final(422, "The lesson was not kept.", "Correct what is listed under errors and teach again."),
  CONFLICT: final(409, "The record has changed since you read it.", "Read it again, then decide."),
  RUN_FINISHED: final(409, "The run has already ended.", "Start a new run."),
  RUN_INCOMPATIBLE: final(
    409,
    "The run needs tools or rules that are no longer available.",
    "Restore them, or start a new run.",
  ),
  REPLAY_MISMATCH: final(409, "The replay differs from the record.", "Look at the first divergence."),
  BUDGET_EXHAUSTED: final(
    402,
    "The budget is used up.",
    "Raise the budget named in the detail, wait for its next period, or reduce the request.",
  ),
  QUOTA_EXCEEDED: transient(429, "The quota for this period is used up.", "Wait until the period ends."),
  AGENT_DISABLED: final(409, "The agent is disabled.", "Enable it first."),

  // Drafts (contract 3).
  APPROVAL_REQUIRED: final(409, "The request writes and needs approval by a person.", "Approve the Draft."),
  CONFIRMATION_REQUIRED: final(409, "A bulk write needs a second confirmation.", "Confirm it."),
  DRAFT_EXPIRED: final(410, "The Draft has expired.", "Rebuild it."),
  DRAFT_SUPERSEDED: final(409, "The Draft was edited after you saw it.", "Decide on the newest revision."),
  DRAFT_CLOSED: final(409, "The Draft was already applied or cancelled.", "Create a new Draft."),
} satisfies Record<string, ErrorEntry>;

export type ErrorCode = keyof typeof errorTable;

export type ErrorParts = {
  message?: string;
  issues?: readonly Issue[];
  cause?: unknown;
  /** The rest of a planner's error: whether this one can be retried, and its details. */
  planner?: { retryable: boolean; details: JsonObject };
};

/** The only error class that is thrown on purpose. Callers rely on its code. */
export class PlanwrightError extends Error {
  override name = "PlanwrightError";
  readonly code: ErrorCode;
  readonly issues: readonly Issue[] | undefined;
  readonly planner: ErrorParts["planner"];

  constructor(code: ErrorCode, { message, issues, cause, planner }: ErrorParts = {}) {
    super(message ?? errorTable[code].title, cause === undefined ? undefined : { cause });
    this.code = code;
    this.issues = issues;
    this.planner = planner;
  }
}
