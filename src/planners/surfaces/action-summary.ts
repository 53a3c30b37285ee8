import { leadingArticle, leadingParticle, qualifierStart } from "../../language/english/manifest-patterns.ts";
import { stem } from "../../language/english/stem.ts";
import { pastParticiple } from "../../language/english/past-participle.ts";
import { memoize } from "../../plan/bounded-cache.ts";
import { languages } from "../../language/languages.ts";

/** What a tool did, in English: "created a draft purchase order", and for a notification "Draft purchase order ready". */
export type ActionSummary = { done: string; summary: string | undefined };

/** Verbs that create something. */
const making = /^(?:create|make|generate|draft|prepare|build|produce|compose|write|open)$/i;
const turning = /^(?:turn|convert|transform)$/i;

/**
 * Derived from the tool's description, if that starts with a verb. Undefined otherwise: "Weather of a city" is not an
 * action.
 */
export function summariseAction(sentence: string): ActionSummary | undefined {
  const [, verb = "", rest = ""] = /^([A-Za-z]+(?:-[a-z]+)?)\b\s*(.*)$/s.exec(sentence) ?? [];
  const past = pastOf(verb);
  if (past === "") return undefined;
  const into = turning.test(verb) ? /\binto\s+(.*)$/s.exec(rest)?.[1] : undefined;
  const object = objectOf(into ?? rest);
  const isThere = into !== undefined || making.test(verb);
  return { done: `${past} ${rest}`.trim(), summary: object && `${capital(object)} ${isThere ? "ready" : past}` };
}

/** Empty for a word that is not a verb. Tools begin with few verbs. */
const pastOf = memoize(1_000, (verb: string): string => (isVerb(verb) ? pastParticiple(verb) : ""));

function isVerb(word: string): boolean {
  const lower = word.toLowerCase().replaceAll("-", "");
  return languages.en.requestVerbStems.has(stem(lower)) || making.test(lower) || turning.test(lower);
}

/** The object without its qualifiers. */
function objectOf(rest: string): string | undefined {
  const bare = rest.replace(leadingParticle, "").replace(leadingArticle, "");
  const [words = ""] = bare.split(/[,;:(]/);
  const object = (words.split(qualifierStart)[0] ?? "").trim();
  return object === "" || object.length > 60 ? undefined : object;
}

function capital(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
