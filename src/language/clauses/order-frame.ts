import type { Polarity } from "./clause.ts";
import { languages } from "../languages.ts";
import { hasConcept } from "../lexicon/has-concept.ts";
import type { Span } from "../spans/span.ts";
import { hasRole } from "../words/roles.ts";
import type { Token } from "../words/token.ts";

type Verb = Span & { kind: "verb" };

/**
 * How far an order is meant that hangs on other words of its clause: "no reason to close it", «забыл закрыть». Undefined where it
 * stands in no such frame.
 */
export function embedding(
  tokens: readonly Token[],
  said: readonly Span[],
  verb: Verb | undefined,
): Polarity | undefined {
  if (verb === undefined) return undefined;
  const before = said.filter((span) => span.start < verb.start);
  if (isDeniedNoun(tokens, before, verb)) return "negated";
  return hangsOnVerb(tokens, before, verb) || isJudged(tokens, before, verb) ? "hedged" : undefined;
}

/** "No reason to …", "without any point in …ing": what denies the noun denies what hangs on it. */
function isDeniedNoun(tokens: readonly Token[], before: readonly Span[], verb: Verb): boolean {
  const [, leadsTo] = [before.at(-2), before.at(-1)];
  const denies = before.findLastIndex((span) => span.kind === "polarity" && span.value === "not");
  const between = before.slice(denies + 1);
  const nouns = between.filter(({ kind }) => kind === "word" || kind === "unknown" || kind === "verb");
  const isOpen = tokens.slice(before[denies]?.end ?? 0, verb.start).some(({ kind }) => kind === "punctuation");
  if (denies < 0 || nouns.length === 0 || isOpen || between.some(({ kind }) => kind === "link")) return false;
  const word = tokens[leadsTo?.start ?? -1];
  const isLed = leadsTo?.kind === "filler" && word !== undefined && languages[word.lang].functionWords.has(word.lower);
  return verb.form === "gerund" ? isLed : isLed && verb.form === "infinitive";
}

/** «Забыл закрыть», «надо было удалить»: an infinitive right behind what somebody did, or what was so. */
function hangsOnVerb(tokens: readonly Token[], before: readonly Span[], verb: Verb): boolean {
  const isTold = ({ kind, start }: Span): boolean => kind !== "pronoun" && (kind !== "filler" || isPast(tokens[start]));
  const governor = before.findLast(isTold);
  const token = tokens[governor?.start ?? -1];
  if (governor === undefined || token === undefined || verb.form !== "infinitive") return false;
  const language = languages[token.lang];
  if (language.ordersBy !== "form" || !/^(?:verb|unknown|word|name|filler)$/.test(governor.kind)) return false;
  return governor.end >= verb.start - 1 && isTelling(token) && !before.some(({ kind }) => kind === "question");
}

/** «Забыл …», «собирается …»: what somebody did or does. */
function isTelling(token: Token): boolean {
  const form = token.kind === "word" ? languages[token.lang].verbForm(token.lower) : undefined;
  // «Анну», «задачу» only end like verbs.
  return form === "past" || (form === "present" && /[аеиуюя]т(?:ся)?$/.test(token.lower));
}

/** "There is no rush to close it", "Maria is going to add …", "we may close it": what stands before "to" or "may" asks for nothing. */
function isJudged(tokens: readonly Token[], before: readonly Span[], { form, start }: Verb): boolean {
  const [word, lead] = [tokens[start - 1], before.at(-2)];
  const bare = before.at(-1);
  if (bare?.kind === "verb" && bare.form === "gerund" && bare.end === start && hasRole(word?.lower ?? "", "to do"))
    return true;
  if (form !== "infinitive" || word === undefined || bare?.start !== start - 1 || lead === undefined) return false;
  if (languages[word.lang].ordersBy !== "place" || bare.kind !== "filler") return false;
  if (hasConcept(word.lower, "may")) return lead.kind !== "filler";
  // "The nurse wants to …" tells, and orders nothing anyway.
  const isTold =
    languages[word.lang].verbForm(tokens[lead.start]?.lower ?? "") === "present" ||
    before.some((span) => isPast(tokens[span.start]));
  // "Ask Tom to fix it" hands it over.
  const isHanded = hasConcept(tokens[before[0]?.start ?? -1]?.lower ?? "", "delegates");
  if (isTold || isHanded || before.some(({ kind }) => kind === "question")) return false;
  const isAid = lead.kind === "verb" && lead.op === "do" && lead.form === "imperative";
  return hasRole(word.lower, "to do") && bare.of === "function" && lead.end === bare.start && !isAid;
}

function isPast(token: Token | undefined): boolean {
  return token?.kind === "word" && languages[token.lang].verbForm(token.lower) === "past";
}

/** "Avoid this: …", «воздержись пока: …»: only small words stand before the colon. */
export function isColonNext(tokens: readonly Token[], at: number): boolean {
  const colon = tokens.findIndex(({ text }, i) => i >= at && text === ":");
  const isSmall = ({ kind, lang, lower }: Token): boolean =>
    kind !== "word" || /pron\.|small|fill\./.test(languages[lang].lexicon.concepts(lower).join(" "));
  return colon >= at && colon - at <= 3 && tokens.slice(at, colon).every(isSmall);
}
