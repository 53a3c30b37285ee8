import { ProblemError } from "../../../src/client/index.ts";
import { isTextKey, type Language, type Translate } from "../i18n/i18n.ts";
import { fieldTitle } from "../plan/step-title.ts";

type ErrorText = {
  text: string;
  /** The invalid fields, in words. */
  fields: readonly string[];
  /** What the server said, for support. */
  code?: string;
  detail?: string;
};

/** An error as sentences in the language of the page; the server's own words, which are English, go to the details. */
export function errorText(error: unknown, t: Translate, language: Language): ErrorText {
  if (!(error instanceof ProblemError)) {
    if (error instanceof TypeError) return { text: t("error.offline"), fields: [] };
    return { text: t("error.unknown"), fields: [], detail: error instanceof Error ? error.message : String(error) };
  }
  const { code, detail, title, errors = [] } = error.problem;
  const key = `error.${code}`;
  const known = isTextKey(key) ? t(key) : undefined;
  const isSpecific = language === "en" && detail !== undefined && detail !== title;
  return {
    text: isSpecific ? detail : (known ?? detail ?? title),
    fields: errors.slice(0, 20).map((one) => issueText({ ...one, message: one.detail }, t, language)),
    code,
    ...(detail !== undefined && !isSpecific && { detail }),
  };
}

type Issue = { code: string; pointer: string; message: string; hint?: string | undefined };

/** One invalid value: `Team id: is required`. */
export function issueText({ code, pointer, message, hint }: Issue, t: Translate, language: Language): string {
  const key = `issue.${code}`;
  const said =
    language === "en" || !isTextKey(key) ? [message, ...(hint === undefined ? [] : [hint])].join(". ") : t(key);
  const field = pointer
    .split("/")
    .slice(1)
    .map((part) => (/^\d+$/.test(part) ? `${Number(part) + 1}` : fieldTitle(part)))
    .join(" → ");
  return field === "" ? said : `${field}: ${said}`;
}
