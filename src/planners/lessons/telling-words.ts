import type { Token } from "../../language/token.ts";
import { isFunctionWord } from "../packs/heard.ts";

/** Function words that turn a request into another one: "log in" and "log out", "all", "without". */
const telling = new Set(
  `up down on off in out back away over without except before after until not never only all every each no none more less most
  least first last next previous без кроме до после не ни нет только лишь все всё всех каждый больше меньше`.split(
    /\s+/,
  ),
);

/** Whether a rule needs the word, and a request with it needs a rule that has it. */
export function isTelling(token: Token): boolean {
  if (token.kind === "punctuation" || token.kind === "symbol") return false;
  return !isFunctionWord(token) || telling.has(token.lower);
}
