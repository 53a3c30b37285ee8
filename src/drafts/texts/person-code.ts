/** The error codes that people see when an action fails. */
type PersonCode = "FORBIDDEN" | "CONFIG_MISSING" | "INVALID_INPUT" | "DEPENDENCY_DOWN" | "RATE_LIMITED" | "INTERNAL";

const table: Readonly<Record<string, PersonCode>> = {
  denied: "FORBIDDEN",
  needs_approval: "FORBIDDEN",
  address_refused: "FORBIDDEN",
  unknown_verb: "CONFIG_MISSING",
  manifest_unpinned: "CONFIG_MISSING",
  manifest_drift: "CONFIG_MISSING",
  login_required: "CONFIG_MISSING",
  incompatible: "CONFIG_MISSING",
  invalid_call: "INTERNAL",
  invalid_output: "INTERNAL",
  output_too_large: "INTERNAL",
  rate_limited: "RATE_LIMITED",
  unavailable: "DEPENDENCY_DOWN",
  timeout: "DEPENDENCY_DOWN",
  connection_lost: "DEPENDENCY_DOWN",
  upstream_error: "DEPENDENCY_DOWN",
  tool_crashed: "DEPENDENCY_DOWN",
  answer_lost: "DEPENDENCY_DOWN",
  canceled: "DEPENDENCY_DOWN",
  not_sent: "DEPENDENCY_DOWN",
};

/** Maps codes of the router and of runs to those that people see. A tool's own code means invalid input. */
export function personCode(code: string): PersonCode {
  return Object.hasOwn(table, code) ? (table[code] ?? "INTERNAL") : "INVALID_INPUT";
}
