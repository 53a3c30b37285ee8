/** Codes of calls that end without the router. */
export const callErrors = {
  unknown_tool: "unknown_tool",
  invalid_payload: "invalid_payload",
  invalid_output: "invalid_output",
  denied: "denied",
  not_run: "not_run",
  outcome_unknown: "outcome_unknown",
} as const;
