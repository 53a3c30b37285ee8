import type { ClarificationQuestion } from "../contracts/actions/plan.ts";

/**
 * What words answer: the choice they name, of whichever question, else the first question that takes any words. Undefined
 * where they fit nothing that is asked: then they are a request of their own.
 */
export function parseAnswer(
  text: string,
  questions: readonly ClarificationQuestion[],
): Readonly<Record<string, string>> | undefined {
  for (const { id, choices } of questions) {
    const named = choices.find(({ label, value }) => isSame(text, label) || isSame(text, value));
    if (named !== undefined) return { [id]: named.value };
  }
  const open = questions.find((question) => question.free_text_allowed);
  return open === undefined ? undefined : { [open.id]: text };
}

function isSame(said: string, meant: string): boolean {
  return said.trim().toLowerCase() === meant.trim().toLowerCase();
}
