import { languages } from "../languages.ts";
import type { Token } from "./token.ts";

/** The stems of words, and those that they may stand for. */
export function meantStems(tokens: readonly Token[]): string[] {
  return tokens.flatMap(({ stem, lang }) => [stem, ...languages[lang].meanings(stem)]);
}
