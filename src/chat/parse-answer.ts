import type { ClarificationQuestion } from "../contracts/actions/plan.ts";

/**
 * What words answer: the choice they name, of whichever question, else the first question that takes any words. Undefined
 * where they fit nothing that is asked: then they are a request of their own.
 */
export function parseAnswer(
  text: string,
  questions: readonly ClarificationQuestion[],
): Readonly<Record<string, string>> | undefined {
  const named = choiceNamed(text, questions);
  if (named !== undefined) return named;
  const open = questions.find((question) => question.free_text_allowed);
  return open === undefined ? undefined : { [open.id]: text };
}

/** The answer that names a choice by its label or value. */
export function choiceNamed(
  text: string,
  questions: readonly ClarificationQuestion[],
): Readonly<Record<string, string>> | undefined {
  for (const { id, choices } of questions) {
    const named = choices.find(({ label, value }) => isSame(text, label) || isSame(text, value));
    if (named !== undefined) return { [id]: named.value };
  }
  return undefined;
}

function isSame(said: string, meant: string): boolean {
  return said.trim().toLowerCase() === meant.trim().toLowerCase();
}
