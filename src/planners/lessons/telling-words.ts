import { languages } from "../../language/languages.ts";
import type { Token } from "../../language/words/token.ts";
import { isFunctionWord } from "../packs/goal-text.ts";

/** Whether a rule needs the word, and a request with it needs a rule that has it. */
export function isTelling(token: Token): boolean {
  if (token.kind === "punctuation" || token.kind === "symbol") return false;
  return !isFunctionWord(token) || Object.values(languages).some((one) => one.tellingWords?.has(token.lower) === true);
}
