import type { VerbError } from "../contracts/react/verb.ts";

/**
 * What a failed answer says about the outside world.
 *
 * - `none`: nothing happened there, or the tool itself says that it refused
 * - `unknown`: the call was sent and its effect may stand; only a read-back or a person can tell
 */
export type Outcome = "none" | "unknown";

type Row = { outcome: Outcome; retryable: boolean; sentence: string };

/** The router's own codes. A tool may answer with codes of its own, which count as `none` and not retryable. */
export const verbErrors = {
  invalid_call: row("none", false, "The call is not {verb_id, payload, request_id, caller}."),
  unknown_verb: row("none", false, "No such verb for this tenant."),
  invalid_payload: row("none", false, "The payload does not fit the verb's input schema."),
  denied: row("none", false, "Policy refuses this call."),
  needs_approval: row("none", false, "Policy wants a person's approval first."),
  manifest_unpinned: row("none", false, "The server's manifest was never pinned, so only its reads may be called."),
  manifest_drift: row("none", false, "The server no longer offers what was pinned, so only its reads may be called."),
  address_refused: row("none", false, "The address is private, or of a kind that is never called."),
  not_sent: row("none", true, "The caller gave up before anything was sent."),
  unavailable: row("none", true, "The tool could not be reached; nothing was sent."),
  rate_limited: row("none", true, "The tool asks for fewer calls."),
  tool_failed: row("none", false, "The tool answered that it failed."),
  tool_crashed: row("unknown", true, "The tool broke off without saying whether it had acted."),
  canceled: row("unknown", false, "The caller gave up while the call was under way."),
  timeout: row("unknown", true, "No answer within the verb's time."),
  connection_lost: row("unknown", true, "The connection broke after the call was sent."),
  upstream_error: row("unknown", true, "The tool's server failed while it had the call."),
  output_too_large: row("unknown", false, "The answer is larger than allowed and was not read."),
  invalid_output: row("unknown", false, "The answer is not what the verb's output schema promises."),
} as const satisfies Record<string, Row>;

export type VerbErrorCode = keyof typeof verbErrors;

function row(outcome: Outcome, retryable: boolean, sentence: string): Row {
  return { outcome, retryable, sentence };
}

/** Whether the effect of a call that ended so may stand in the outside world. */
export function outcomeOf(error: VerbError): Outcome {
  return lookUp(error)?.outcome ?? "none";
}

/** Whether the same call may succeed later. Says nothing about whether it is safe: see `outcomeOf` and `RetryClass`. */
export function isRetryable(error: VerbError): boolean {
  return lookUp(error)?.retryable ?? false;
}

function lookUp(error: VerbError): Row | undefined {
  return Object.hasOwn(verbErrors, error.code) ? verbErrors[error.code as VerbErrorCode] : undefined; // hasOwn says so
}
