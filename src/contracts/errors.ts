import type { Issue } from "../plan/issue.ts";

export type ErrorEntry = {
  /** HTTP status. */
  status: number;
  /** Whether the same request may succeed later, and is safe to send again. */
  retryable: boolean;
  /** What failed, as a person is told. */
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
    title: "You may not do this.",
    next: "Ask the owner for the right, or use an account that has it.",
  },
  CONFIG_MISSING: {
    status: 500,
    retryable: false,
    title: "A setting this needs is missing.",
    next: "Add the setting named in the detail.",
  },
  INVALID_INPUT: {
    status: 422,
    retryable: false,
    title: "The request does not fit the contract.",
    next: "Correct the fields listed under errors and send it again.",
  },
  DEPENDENCY_DOWN: {
    status: 503,
    retryable: true,
    title: "A system this needs does not answer.",
    next: "Try again in a minute.",
  },
  RATE_LIMITED: {
    status: 429,
    retryable: true,
    title: "Too many requests.",
    next: "Wait for the time in Retry-After, then send it again.",
  },
  INTERNAL: {
    status: 500,
    retryable: false,
    title: "Something failed on our side.",
    next: "Look up the instance in the logs before you send it again.",
  },

  // A planner's answer (contract 4).
  PLANNER_RATE_LIMITED: {
    status: 429,
    retryable: true,
    title: "The planner is asked too often.",
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
    title: "The goal says nothing that can be planned.",
    next: "Say what is to be done.",
  },
  PLANNER_NO_SKILLS_AVAILABLE: {
    status: 422,
    retryable: false,
    title: "No tool fits the goal.",
    next: "Add a tool that can do it, or ask for something else.",
  },
  PLANNER_GENERATION_FAILED: {
    status: 502,
    retryable: true,
    title: "The planner gave no plan.",
    next: "Plan again, or use another planner.",
  },
  PLANNER_INVALID_PLAN: {
    status: 502,
    retryable: false,
    title: "The planner's plan is not valid.",
    next: "Use another planner, or report the plan.",
  },
  PLANNER_TIMEOUT: {
    status: 504,
    retryable: true,
    title: "The planner took too long.",
    next: "Plan again, or allow it more time.",
  },

  // The request itself.
  MALFORMED_BODY: {
    status: 400,
    retryable: false,
    title: "The body is not acceptable JSON.",
    next: "Correct the places listed under errors.",
  },
  UNAUTHENTICATED: {
    status: 401,
    retryable: false,
    title: "No valid credential came with the request.",
    next: "Send an API key that is not revoked.",
  },
  NOT_FOUND: {
    status: 404,
    retryable: false,
    title: "There is nothing here by this name.",
    next: "Check the id; it may belong to another tenant.",
  },
  METHOD_NOT_ALLOWED: {
    status: 405,
    retryable: false,
    title: "This address does not take this method.",
    next: "Use a method listed in Allow.",
  },
  NOT_ACCEPTABLE: {
    status: 406,
    retryable: false,
    title: "The answer has no form you accept.",
    next: "Accept application/json.",
  },
  BODY_TOO_LARGE: {
    status: 413,
    retryable: false,
    title: "The body is larger than allowed.",
    next: "Send less at once.",
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
    title: "The time allowed for the request is over.",
    next: "Send it again with the same Idempotency-Key.",
  },
  OVERLOADED: {
    status: 503,
    retryable: true,
    title: "More is under way than can be finished in time.",
    next: "Wait for the time in Retry-After, then send it again.",
  },
  SHUTTING_DOWN: { status: 503, retryable: true, title: "The server is stopping.", next: "Send it again in a moment." },
  IDEMPOTENCY_KEY_REUSED: {
    status: 422,
    retryable: false,
    title: "The Idempotency-Key was used for another body.",
    next: "Use a new key for a new request.",
  },
  IDEMPOTENCY_IN_FLIGHT: {
    status: 409,
    retryable: true,
    title: "The first request with this key is still under way.",
    next: "Wait, then send it again to get its answer.",
  },

  // Plans, runs and agents.
  INVALID_PLAN: {
    status: 422,
    retryable: false,
    title: "The plan is not valid.",
    next: "Correct the places listed under errors.",
  },
  CONFLICT: {
    status: 409,
    retryable: false,
    title: "It has changed since you read it.",
    next: "Read it again and decide anew.",
  },
  RUN_FINISHED: { status: 409, retryable: false, title: "The run has already ended.", next: "Start a new run." },
  RUN_INCOMPATIBLE: {
    status: 409,
    retryable: false,
    title: "The run was made with tools or rules that are no longer there.",
    next: "Bring them back, or start a new run.",
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
    title: "There is no money left for this.",
    next: "Raise the budget named in the detail, wait for its next period, or ask for something smaller.",
  },
  QUOTA_EXCEEDED: {
    status: 429,
    retryable: true,
    title: "The quota for this period is used up.",
    next: "Wait until the period ends.",
  },
  AGENT_DISABLED: { status: 409, retryable: false, title: "The agent is switched off.", next: "Enable it first." },

  // Drafts (contract 3).
  APPROVAL_REQUIRED: {
    status: 409,
    retryable: false,
    title: "It changes something and needs a person's approval.",
    next: "Approve the Draft.",
  },
  CONFIRMATION_REQUIRED: {
    status: 409,
    retryable: false,
    title: "So many writes need a second confirmation.",
    next: "Confirm once more.",
  },
  DRAFT_EXPIRED: { status: 410, retryable: false, title: "The Draft has expired.", next: "Rebuild it." },
  DRAFT_SUPERSEDED: {
    status: 409,
    retryable: false,
    title: "The Draft was edited after this was shown.",
    next: "Decide on the newest revision.",
  },
  DRAFT_CLOSED: {
    status: 409,
    retryable: false,
    title: "The Draft was already applied or cancelled.",
    next: "Make a new one.",
  },
} as const satisfies Record<string, ErrorEntry>;

export type ErrorCode = keyof typeof errorTable;

export type ErrorParts = { message?: string; issues?: readonly Issue[]; cause?: unknown };

/** The one error that is thrown. Its code says everything a caller may rely on. */
export class PlanwrightError extends Error {
  override name = "PlanwrightError";
  readonly code: ErrorCode;
  readonly issues: readonly Issue[] | undefined;

  constructor(code: ErrorCode, { message, issues, cause }: ErrorParts = {}) {
    super(message ?? errorTable[code].title, cause === undefined ? undefined : { cause });
    this.code = code;
    this.issues = issues;
  }
}
