/** What a call comes to that is not, or no longer, the router's business. */
export const callErrors = {
  unknown_tool: "unknown_tool",
  invalid_payload: "invalid_payload",
  invalid_output: "invalid_output",
  denied: "denied",
  not_run: "not_run",
  outcome_unknown: "outcome_unknown",
} as const;
