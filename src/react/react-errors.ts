import type { ReactError } from "../contracts/react/plan-react.ts";

/** Why a loop stopped before its answer. A model's own failures keep their codes (`budget`, `rate_limited`, …). */
export const reactErrors = {
  max_steps: row("max_steps", "The run used all of its steps before it came to an answer."),
  max_tokens_reason: row(
    "max_tokens_reason",
    "The run used all of its tokens for reasoning before it came to an answer.",
  ),
  max_tokens_answer: row(
    "max_tokens_answer",
    "The answer is longer than its tokens allow; this is the beginning of it.",
  ),
  timeout: row("timeout", "The run's time was over before it came to an answer."),
  loop_detected: row("loop_detected", "The same call was asked for three times."),
  empty_answer: row("empty_answer", "The model said nothing."),
  filtered: row("filtered", "The model's provider held the answer back."),
  invalid_answer: row("invalid_answer", "The answer does not fit the schema that was asked for."),
  no_tool_fits: row("no_tool_fits", "No model is configured, and no tool of this run fits the goal."),
  internal: row("internal", "Something failed on our side."),
} as const satisfies Record<string, ReactError>;

/** What a call comes to that is not, or no longer, the router's business. */
export const callErrors = {
  unknown_tool: "unknown_tool",
  invalid_payload: "invalid_payload",
  invalid_output: "invalid_output",
  denied: "denied",
  not_run: "not_run",
  outcome_unknown: "outcome_unknown",
} as const;

function row<Code extends string>(code: Code, message: string): { code: Code; message: string } {
  return { code, message };
}
