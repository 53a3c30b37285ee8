type StopEntry = { status: "error" | "timeout"; title: string; next: string };

/** Why a ReAct run stopped before its answer. Not HTTP errors: the run answers 200 and carries the code. */
export const stopTable = {
  max_steps: row("All allowed steps were taken before there was an answer.", "Allow more steps, or ask for less."),
  max_tokens_reason: row("The tokens for reasoning are used up.", "Raise max_tokens_reason."),
  max_tokens_answer: row("The answer is longer than its tokens allow; it is cut.", "Raise max_tokens_answer."),
  timeout: {
    ...row("The time for the whole run is over.", "Raise timeout_seconds, or ask for less."),
    status: "timeout",
  },
  loop_detected: row("The same call was asked for three times.", "Say the goal another way, or give another tool."),
  empty_answer: row("The model said nothing.", "Send it again, or use another model."),
  invalid_answer: row(
    "The answer does not fit the schema that was asked for.",
    "Simplify answer_schema, or send it again.",
  ),
  filtered: row("The model's provider held the answer back.", "Say the goal another way."),
  no_tool_fits: row(
    "No model is configured, and no tool of this run fits the goal.",
    "Add a tool, or configure a model.",
  ),
  not_planned: row("No model is configured, and the goal could not be planned.", "Say the goal another way."),
  budget: row("There is no money left for another call of the model.", "Raise the budget."),
  rate_limited: row("The model is asked too often.", "Send it again later."),
  overloaded: row("The model's provider has no room.", "Send it again in a minute."),
  unreachable: row("The model does not answer.", "Send it again in a minute."),
  model_timeout: row("The model took longer than its own limit.", "Send it again, or raise the endpoint's timeout_ms."),
  context_too_long: row("The goal and its tools are too long for the model's window.", "Shorten them."),
  refused: row("The model's provider refuses the request.", "Say the goal another way."),
  unauthorised: row("The model's provider does not take the key.", "Check the endpoint's api_key."),
  unknown_model: row("The provider has no such model.", "Check the endpoint's model."),
  bad_request: row("The provider does not understand the request.", "Check the endpoint, and the tools' schemas."),
  bad_answer: row("The model answered nothing that could be used.", "Send it again, or use another model."),
  no_recording: row("The cassette that is played has no such call.", "Record it again."),
  internal: row("Something failed on our side.", "Look up the request in the logs before you send it again."),
  cancelled: row("The run was told to stop.", "Send it again."),
} as const satisfies Record<string, StopEntry>;

export type StopCode = keyof typeof stopTable;

function row(title: string, next: string): { status: "error"; title: string; next: string } {
  return { status: "error", title, next };
}
