import { english } from "./english/index.ts";
import type { Language } from "./language.ts";
import { russian } from "./russian/index.ts";
import { spanish } from "./spanish/index.ts";
import type { LanguageCode } from "./words/token.ts";

/** Every language that is read. The first of a script is the one a text without a sign of another is in. */
export const languages: Readonly<Record<LanguageCode, Language>> = {
  en: english,
  ru: russian,
  es: spanish,
};
