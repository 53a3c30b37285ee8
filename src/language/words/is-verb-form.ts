import { languages } from "../languages.ts";
import type { Token } from "./token.ts";

/** Whether the ending is one of a verb or participle: such a word is seldom part of a name. */
export function isVerbForm({ lower, lang }: Pick<Token, "lower" | "lang">): boolean {
  const form = languages[lang].verbForm(lower);
  // A Russian accusative ends like the first person.
  return form === "participle" || form === "past" || (form === "present" && /т(?:ся)?$/.test(lower));
}
