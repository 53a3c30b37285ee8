type StopEntry = { status: "error" | "timeout"; title: string; next: string };

/** Why a ReAct run stopped before its answer. Not HTTP errors: the run answers 200 and carries the code. */
export const stopTable = {
  max_steps: row("The step limit was reached before there was an answer.", "Raise max_steps, or narrow the goal."),
  max_tokens_reason: row("The token limit for reasoning was reached.", "Raise max_tokens_reason."),
  max_tokens_answer: row("The answer reached its token limit and is truncated.", "Raise max_tokens_answer."),
  timeout: {
    ...row("The run reached its deadline.", "Raise timeout_seconds, or narrow the goal."),
    status: "timeout",
  },
  loop_detected: row("The model requested the same call three times.", "Rephrase the goal, or add another tool."),
  empty_answer: row("The model returned an empty answer.", "Send it again, or use another model."),
  invalid_answer: row("The answer does not match the requested schema.", "Simplify answer_schema, or send it again."),
  filtered: row("The model's provider filtered the answer.", "Rephrase the goal."),
  no_tool_fits: row(
    "No model is configured, and no tool of this run matches the goal.",
    "Add a tool, or configure a model.",
  ),
  not_planned: row("No model is configured, and the goal could not be planned.", "Rephrase the goal."),
  budget: row("The budget is used up.", "Raise the budget."),
  rate_limited: row("The model's provider limits the rate.", "Send it again later."),
  overloaded: row("The model's provider is overloaded.", "Send it again in a minute."),
  unreachable: row("The model's endpoint does not respond.", "Send it again in a minute."),
  model_timeout: row(
    "The model exceeded the endpoint's time limit.",
    "Send it again, or raise the endpoint's timeout_ms.",
  ),
  context_too_long: row("The goal and its tools do not fit the model's context window.", "Shorten them."),
  refused: row("The model's provider refused the request.", "Rephrase the goal."),
  unauthorised: row("The model's provider rejected the API key.", "Check the endpoint's api_key."),
  unknown_model: row("The provider has no such model.", "Check the endpoint's model."),
  bad_request: row("The provider rejected the request as invalid.", "Check the endpoint, and the tools' schemas."),
  bad_answer: row("The model's answer could not be used.", "Send it again, or use another model."),
  no_recording: row("The cassette has no recording of this call.", "Record it again."),
  internal: row("An internal error occurred.", "Look up the request in the logs before you send it again."),
  awaits_approval: row(
    "A call waits for approval.",
    "Decide on its Draft: the run continues, and its answer is at GET /plan/react/{id}.",
  ),
  cancelled: row("The run was cancelled.", "Send it again."),
} as const satisfies Record<string, StopEntry>;

export type StopCode = keyof typeof stopTable;

function row(title: string, next: string): { status: "error"; title: string; next: string } {
  return { status: "error", title, next };
}
