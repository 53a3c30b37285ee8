/** Errors of writes with an uncertain outcome. Codes are stable; people read the messages. */
export const effectErrors = {
  answer_lost: row("answer_lost", "The process ended after the call was sent and before its answer was stored."),
  effect_conflict: row("effect_conflict", "The idempotency key was already used with other arguments."),
  effect_elsewhere: row("effect_elsewhere", "Another run uses the idempotency key and its effect is not settled yet."),
} as const;

function row<Code extends string>(code: Code, message: string): { code: Code; message: string } {
  return { code, message };
}
