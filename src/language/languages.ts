import { english } from "./english/index.ts";
import type { Language } from "./language.ts";
import { russian } from "./russian/index.ts";
import type { LanguageCode } from "./token.ts";

/** Every language the planner reads. */
export const languages: Readonly<Record<LanguageCode, Language>> = {
  en: english,
  ru: russian,
};
