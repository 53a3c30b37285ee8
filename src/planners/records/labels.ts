import type { ClarificationQuestion } from "../../contracts/actions/plan.ts";
import type { Speech } from "../speech.ts";

/** The pack's own noun in the language that is spoken. */
export function nounOf({ says }: { says: readonly string[] }, speech: Speech): string {
  return says.find((word) => /\p{Script=Cyrillic}/u.test(word) === (speech === "ru")) ?? says[0] ?? "";
}

export function question(
  id: string,
  text: string,
  choices: ClarificationQuestion["choices"] = [],
): ClarificationQuestion {
  return { id, question: text, choices, free_text_allowed: choices.length === 0 };
}
