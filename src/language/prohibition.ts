import { languages } from "./languages.ts";
import type { Token } from "./token.ts";

/**
 * Whether all that is asked is that something be left undone: "не отправляй счёт", "don't email the client". A question
 * ("which were not sent?") forbids nothing, and one thing asked for beside it makes it a request again.
 */
export function isProhibition(tokens: readonly Token[]): boolean {
  const [first] = tokens;
  if (first === undefined || tokens.some(({ text }) => text.includes("?"))) return false;
  if (languages[first.lang].questionWords.has(first.lower)) return false;
  const verbs = tokens.flatMap((token, at) => (isVerb(token) && opensClause(tokens, at) ? [at] : []));
  return verbs.length > 0 && verbs.every((at) => isForbidden(tokens, at));
}

function isVerb({ kind, lang, stem }: Token): boolean {
  return kind === "word" && languages[lang].requestVerbStems.has(stem);
}

function opensClause(tokens: readonly Token[], at: number): boolean {
  const before = tokens[at - 1];
  if (before === undefined || before.kind === "punctuation" || isForbidden(tokens, at)) return true;
  const { conjunctions, connectors } = languages[before.lang];
  return (
    conjunctions.has(before.lower) ||
    connectors.has(before.lower) ||
    /^(?:please|пожалуйста|but|но|а|to|just)$/.test(before.lower)
  );
}

/** "Не", "don't", "do not", "не надо", "нельзя" right before the verb. */
function isForbidden(tokens: readonly Token[], at: number): boolean {
  const [before = "", earlier = ""] = [tokens[at - 1]?.lower, tokens[at - 2]?.lower];
  if (/^(?:не|don't|don’t|never|нельзя)$/.test(before)) return true;
  if (before === "not") return earlier === "do" || earlier === "should" || earlier === "must";
  return /^(?:надо|нужно|стоит|следует)$/.test(before) && earlier === "не";
}
