import { languages } from "../../../language/languages.ts";
import type { Token } from "../../../language/words/token.ts";

/** What a word may be called in the manifest: a word of another language goes by its translations. */
export function manifestStems({ lang, stem }: Pick<Token, "lang" | "stem">): readonly string[] {
  return lang === "en" ? [stem] : [stem, ...languages[lang].meanings(stem)];
}
