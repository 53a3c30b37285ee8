import type { VerbError } from "../contracts/react/verb.ts";
import { isKeyOf } from "../plan/keys.ts";

/**
 * What a failed answer says about the outside world.
 *
 * - `none`: nothing happened, or the tool reports that it refused
 * - `unknown`: the call was sent and may have taken effect; only a read-back or a person can tell
 */
export type Outcome = "none" | "unknown";

type ErrorEntry = { outcome: Outcome; retryable: boolean; sentence: string };

/** The router's own codes. Tools may answer with other codes, which count as `none` and not retryable. */
export const verbErrors = {
  invalid_call: entry("none", false, "The call is not {verb_id, payload, request_id, caller}."),
  unknown_verb: entry("none", false, "The tenant has no such verb."),
  invalid_payload: entry("none", false, "The payload does not match the verb's input schema."),
  denied: entry("none", false, "Policy refuses this call."),
  needs_approval: entry("none", false, "Policy requires a person's approval first."),
  manifest_unpinned: entry("none", false, "The server's manifest was never pinned, so only its reads may be called."),
  manifest_drift: entry(
    "none",
    false,
    "The server's manifest differs from the pinned one, so only its reads may be called.",
  ),
  login_required: entry("none", false, "The server needs a login of this tenant: planwright tools login <server>."),
  address_refused: entry("none", false, "The address is private or otherwise not allowed."),
  not_sent: entry("none", true, "The caller gave up before anything was sent."),
  unavailable: entry("none", true, "The tool could not be reached; nothing was sent."),
  rate_limited: entry("none", true, "The tool asks for fewer calls, or a configured rate limit is reached."),
  tool_failed: entry("none", false, "The tool answered that it failed."),
  tool_crashed: entry("unknown", true, "The tool crashed without saying whether it had acted."),
  canceled: entry("unknown", false, "The caller gave up while the call was in flight."),
  timeout: entry("unknown", true, "No answer within the verb's timeout."),
  connection_lost: entry("unknown", true, "The connection broke after the call was sent."),
  upstream_error: entry("unknown", true, "The tool's server failed while processing the call."),
  output_too_large: entry("unknown", false, "The answer is larger than allowed and was not read."),
  invalid_output: entry("unknown", false, "The answer does not match the verb's output schema."),
} as const satisfies Record<string, ErrorEntry>;

export type VerbErrorCode = keyof typeof verbErrors;

function entry(outcome: Outcome, retryable: boolean, sentence: string): ErrorEntry {
  return { outcome, retryable, sentence };
}

/** Whether a call that failed this way may have taken effect. */
export function outcomeOf(error: VerbError): Outcome {
  return lookUp(error)?.outcome ?? "none";
}

/** Whether the same call may succeed later. Says nothing about safety: see `outcomeOf` and `RetryClass`. */
export function isRetryable(error: VerbError): boolean {
  return lookUp(error)?.retryable ?? false;
}

function lookUp(error: VerbError): ErrorEntry | undefined {
  return isKeyOf(verbErrors, error.code) ? verbErrors[error.code] : undefined;
}
