/** What is said of a write whose fate is not plain. Codes are stable; a person reads the message. */
export const effectErrors = {
  answer_lost: row("answer_lost", "The process ended after the call was sent and before its answer was kept."),
  effect_conflict: row("effect_conflict", "The effect's key already stands for other arguments."),
  effect_elsewhere: row("effect_elsewhere", "Another run holds the effect's key and has not settled it."),
} as const;

function row<Code extends string>(code: Code, message: string): { code: Code; message: string } {
  return { code, message };
}
