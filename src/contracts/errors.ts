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

/** Every error a caller can get. Codes are stable; `docs/errors.md` is made from this table. */
export const errorTable = {
  // A person sees these (contract 3).
  FORBIDDEN: {
    status: 403,
    retryable: false,
    title: "You do not have permission to do this.",
    next: "Ask the owner for permission, or use an account that has it.",
  },
  CONFIG_MISSING: {
    status: 500,
    retryable: false,
    title: "A required setting is missing.",
    next: "Add the setting named in the detail.",
  },
  INVALID_INPUT: {
    status: 422,
    retryable: false,
    title: "The request does not match the contract.",
    next: "Correct the fields listed under errors and send the request again.",
  },
  DEPENDENCY_DOWN: {
    status: 503,
    retryable: true,
    title: "A system that this request needs does not respond.",
    next: "Try again in a minute.",
  },
  STORE_CORRUPT: {
    status: 503,
    retryable: false,
    title: "The database is damaged.",
    next: "Stop the service and restore a backup: planwright restore <file>.",
  },
  RATE_LIMITED: {
    status: 429,
    retryable: true,
    title: "Too many requests.",
    next: "Wait for the time in Retry-After, then send the request again.",
  },
  INTERNAL: {
    status: 500,
    retryable: false,
    title: "An internal error occurred.",
    next: "Look up the instance in the logs before you send the request again.",
  },

  // A planner's answer (contract 4).
  PLANNER_RATE_LIMITED: {
    status: 429,
    retryable: true,
    title: "The planner is rate limited.",
    next: "Wait, then plan again.",
  },
  PLANNER_CONTEXT_TOO_LONG: {
    status: 422,
    retryable: false,
    title: "The goal and its context are too long to plan.",
    next: "Shorten the context or the tool list.",
  },
  PLANNER_INVALID_GOAL: {
    status: 422,
    retryable: false,
    title: "The goal cannot be planned.",
    next: "State what should be done.",
  },
  PLANNER_NO_SKILLS_AVAILABLE: {
    status: 422,
    retryable: false,
    title: "No available tool matches the goal.",
    next: "Add a tool that can do it, or change the goal.",
  },
  PLANNER_GENERATION_FAILED: {
    status: 502,
    retryable: true,
    title: "The planner produced no plan.",
    next: "Plan again, or use another planner.",
  },
  PLANNER_INVALID_PLAN: {
    status: 502,
    retryable: false,
    title: "The planner produced an invalid plan.",
    next: "Use another planner, or report the plan.",
  },
  PLANNER_TIMEOUT: {
    status: 504,
    retryable: true,
    title: "The planner did not finish in time.",
    next: "Plan again, or raise the time limit.",
  },

  // The request itself.
  MALFORMED_BODY: {
    status: 400,
    retryable: false,
    title: "The body is not valid JSON.",
    next: "Correct the body at the pointers listed under errors.",
  },
  UNAUTHENTICATED: {
    status: 401,
    retryable: false,
    title: "The request has no valid credential.",
    next: "Send an API key that is not revoked.",
  },
  INVALID_CURSOR: {
    status: 400,
    retryable: false,
    title: "The cursor is not one of this list.",
    next: "Use the next_cursor of the page before, or start again without a cursor.",
  },
  NOT_FOUND: {
    status: 404,
    retryable: false,
    title: "Nothing was found at this address.",
    next: "Check the id; it may belong to another tenant.",
  },
  METHOD_NOT_ALLOWED: {
    status: 405,
    retryable: false,
    title: "This address does not support this method.",
    next: "Use a method listed in Allow.",
  },
  NOT_ACCEPTABLE: {
    status: 406,
    retryable: false,
    title: "The response is not available in a format you accept.",
    next: "Accept application/json.",
  },
  BODY_TOO_LARGE: {
    status: 413,
    retryable: false,
    title: "The body is too large.",
    next: "Send a smaller body.",
  },
  UNSUPPORTED_MEDIA_TYPE: {
    status: 415,
    retryable: false,
    title: "The body is not JSON.",
    next: "Send application/json.",
  },
  TIMEOUT: {
    status: 504,
    retryable: true,
    title: "The request did not finish in time.",
    next: "Send it again with the same Idempotency-Key.",
  },
  OVERLOADED: {
    status: 503,
    retryable: true,
    title: "The server is overloaded.",
    next: "Wait for the time in Retry-After, then send the request again.",
  },
  SHUTTING_DOWN: { status: 503, retryable: true, title: "The server is stopping.", next: "Send it again in a moment." },
  IDEMPOTENCY_KEY_REUSED: {
    status: 422,
    retryable: false,
    title: "The Idempotency-Key was already used with a different body.",
    next: "Use a new key for a new request.",
  },
  IDEMPOTENCY_IN_FLIGHT: {
    status: 409,
    retryable: true,
    title: "The first request with this Idempotency-Key is still in progress.",
    next: "Wait, then send it again to get its response.",
  },

  // Plans, runs and agents.
  INVALID_PLAN: {
    status: 422,
    retryable: false,
    title: "The plan is not valid.",
    next: "Correct the plan at the pointers listed under errors.",
  },
  LESSON_REFUSED: {
    status: 422,
    retryable: false,
    title: "The lesson was not kept.",
    next: "Correct what is listed under errors and teach again.",
  },
  CONFLICT: {
    status: 409,
    retryable: false,
    title: "The record has changed since you read it.",
    next: "Read it again, then decide.",
  },
  RUN_FINISHED: { status: 409, retryable: false, title: "The run has already ended.", next: "Start a new run." },
  RUN_INCOMPATIBLE: {
    status: 409,
    retryable: false,
    title: "The run needs tools or rules that are no longer available.",
    next: "Restore them, or start a new run.",
  },
  REPLAY_MISMATCH: {
    status: 409,
    retryable: false,
    title: "The replay differs from the record.",
    next: "Look at the first divergence.",
  },
  BUDGET_EXHAUSTED: {
    status: 402,
    retryable: false,
    title: "The budget is used up.",
    next: "Raise the budget named in the detail, wait for its next period, or reduce the request.",
  },
  QUOTA_EXCEEDED: {
    status: 429,
    retryable: true,
    title: "The quota for this period is used up.",
    next: "Wait until the period ends.",
  },
  AGENT_DISABLED: { status: 409, retryable: false, title: "The agent is disabled.", next: "Enable it first." },

  // Drafts (contract 3).
  APPROVAL_REQUIRED: {
    status: 409,
    retryable: false,
    title: "The request writes and needs approval by a person.",
    next: "Approve the Draft.",
  },
  CONFIRMATION_REQUIRED: {
    status: 409,
    retryable: false,
    title: "A bulk write needs a second confirmation.",
    next: "Confirm it.",
  },
  DRAFT_EXPIRED: { status: 410, retryable: false, title: "The Draft has expired.", next: "Rebuild it." },
  DRAFT_SUPERSEDED: {
    status: 409,
    retryable: false,
    title: "The Draft was edited after you saw it.",
    next: "Decide on the newest revision.",
  },
  DRAFT_CLOSED: {
    status: 409,
    retryable: false,
    title: "The Draft was already applied or cancelled.",
    next: "Create a new Draft.",
  },
} as const satisfies Record<string, ErrorEntry>;

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
