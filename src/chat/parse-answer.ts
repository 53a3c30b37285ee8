import type { ClarificationQuestion } from "../contracts/actions/plan.ts";

/**
 * Answers in words: the choice they name, of any question, else the first question that takes any text. Undefined
 * if they answer no question: then they are a new request.
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

function isSame(answer: string, expected: string): boolean {
  return answer.trim().toLowerCase() === expected.trim().toLowerCase();
}
