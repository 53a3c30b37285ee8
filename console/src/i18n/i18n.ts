import { createContext, useContext } from "react";
import { agentsWords } from "./agents.ts";
import { askWords } from "./ask.ts";
import { chatWords } from "./chat.ts";
import { errorTexts } from "./errors.ts";
import { healthWords } from "./health.ts";
import { inboxWords } from "./inbox.ts";
import { lessonsWords } from "./lessons.ts";
import { plansWords } from "./plans.ts";
import { runsWords } from "./runs.ts";
import { shellWords } from "./shell.ts";
import type { Entry } from "./table.ts";
import { toolsWords } from "./tools.ts";

const texts = {
  ...shellWords,
  ...errorTexts,
  ...askWords,
  ...inboxWords,
  ...chatWords,
  ...runsWords,
  ...plansWords,
  ...agentsWords,
  ...toolsWords,
  ...lessonsWords,
  ...healthWords,
};

export type TextKey = keyof typeof texts;

export function isTextKey(key: string): key is TextKey {
  return Object.hasOwn(texts, key);
}

export const languages = ["en", "ru"] as const;
export type Language = (typeof languages)[number];

export type Values = Readonly<Record<string, string | number>>;
export type Translate = (key: TextKey, values?: Values) => string;

/** Returns a text with its `{names}` filled in; the number `n` selects the plural form. */
export function createTranslate(language: Language): Translate {
  const rules = new Intl.PluralRules(language);
  const place = languages.indexOf(language);
  return (key, values = {}) => {
    const entry: Entry = texts[key];
    const forms = (entry[place] ?? entry[0]).split("|");
    const form = forms.length === 1 ? forms[0] : forms[formOf(rules.select(Number(values["n"] ?? 0)), forms.length)];
    return (form ?? "").replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ""));
  };
}

function formOf(category: Intl.LDMLPluralRule, forms: number): number {
  if (category === "one") return 0;
  return category === "few" ? 1 : forms - 1;
}

export const I18nContext = createContext<{ language: Language; t: Translate }>({
  language: "en",
  t: createTranslate("en"),
});

export function useI18n(): { language: Language; t: Translate } {
  return useContext(I18nContext);
}
