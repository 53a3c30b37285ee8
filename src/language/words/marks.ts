import type { PhraseRole } from "../language.ts";
import { languages } from "../languages.ts";
import { hasRole } from "./roles.ts";
import type { Token } from "./token.ts";

/** What single tokens are, beside what they say. */
export type Marks = {
  /** Ends a phrase: function word, punctuation, request verb. */
  breaks: boolean[];
  /** Ends a sentence. */
  stops: boolean[];
  /** A request verb where a verb can stand. */
  verbs: boolean[];
  /** Role of the preposition this token is, if any. */
  roles: (PhraseRole | undefined)[];
};

const stopSigns = /^(?:[.?!;]|\.{2,}|…)$/;

/** Where phrases, sentences and requests begin and end. */
export function markTokens(tokens: readonly Token[]): Marks {
  const marks: Marks = { breaks: [], stops: [], verbs: [], roles: [] };
  for (const [i, token] of tokens.entries()) {
    const language = languages[token.lang];
    const joined = isJoiner(tokens, i - 1) || isJoiner(tokens, i + 1);
    const word = token.kind === "word";
    const stop = !word && stopSigns.test(token.text) && !isInitial(tokens, i);
    const verb = word && !joined && isRequestVerb(token) && verbCanStand(tokens, i);
    const functional =
      word &&
      !joined &&
      (language.functionWords.has(token.lower) ||
        language.connectors.has(token.lower) ||
        opensSequence(tokens, i) ||
        isParticiple(tokens, i));
    marks.stops.push(stop);
    marks.verbs.push(verb);
    marks.breaks.push(stop || verb || functional || breaksPhrase(tokens, i));
    marks.roles.push(word && !joined ? language.prepositions.get(token.lower) : undefined);
  }
  return marks;
}

/** A verb people ask with, or the same done again: "reorder". */
function isRequestVerb(token: Token): boolean {
  const verbs = languages[token.lang].requestVerbStems;
  return (
    verbs.has(token.stem) ||
    (token.lang === "en" && token.stem.startsWith("re") && token.stem.length > 5 && verbs.has(token.stem.slice(2)))
  );
}

/** The point of "D.C." or "J. Smith" ends no sentence. */
function isInitial(tokens: readonly Token[], i: number): boolean {
  const [before, token, after] = [tokens[i - 1], tokens[i], tokens[i + 1]];
  if (token?.text === "." && before !== undefined && hasRole(before.lower, "abbreviation")) return true;
  if (
    token?.text !== "." ||
    !token.glued ||
    before === undefined ||
    !/^\p{Lu}$/u.test(before.text) ||
    after === undefined
  )
    return false;
  if (after.glued) return after.kind === "word" || after.text === ",";
  const several = tokens[i - 2]?.text === ".";
  return after.kind === "word" && (several ? !languages[after.lang].requestVerbStems.has(after.stem) : after.capital);
}

/** A hyphen or slash between two words without spaces holds them together. */
export function isJoiner(tokens: readonly Token[], at: number): boolean {
  const token = tokens[at];
  const next = tokens[at + 1];
  return (
    token !== undefined &&
    token.kind !== "word" &&
    /^[-–/&]$/.test(token.text) &&
    token.glued &&
    next?.glued === true &&
    next.kind !== "punctuation"
  );
}

/** "First, …" and "Next, …" at the start of a sentence. */
function opensSequence(tokens: readonly Token[], i: number): boolean {
  const before = tokens[i - 1];
  return hasRole(tokens[i]?.lower ?? "", "opens sequence") && (before === undefined || stopSigns.test(before.text));
}

/** "happening in", "offering Thai food", "that plays jazz", "who discovered": a verb form that parts two phrases. */
function isParticiple(tokens: readonly Token[], i: number): boolean {
  const [before, token, after] = [tokens[i - 1], tokens[i], tokens[i + 1]];
  if (token === undefined || token.capital || token.lang !== "en" || after === undefined) return false;
  if (before !== undefined && hasRole(before.lower, "relative")) return /(?:s|ed|ing)$/.test(token.lower);
  // Other words in -ing are as often nouns: "money laundering".
  const doing = hasRole(token.lower, "links thing");
  const isPast = token.lower.length > 3 && token.lower.endsWith("ed");
  if ((!doing && !isPast) || before === undefined) return false;
  const phraseBefore = before.kind !== "punctuation" && !languages.en.functionWords.has(before.lower);
  const opens =
    after.kind === "number" ||
    after.capital ||
    (doing && after.kind === "word") ||
    hasRole(after.lower, "behind participle");
  return phraseBefore && opens;
}

function breaksPhrase(tokens: readonly Token[], i: number): boolean {
  const token = tokens[i];
  if (token === undefined || token.kind === "quoted") return true;
  if (token.kind === "punctuation") return token.lower !== "'s" && token.lower !== "’s";
  return token.kind === "symbol" && !isJoiner(tokens, i) && token.text !== "&" && token.text !== "#";
}

function verbCanStand(tokens: readonly Token[], i: number): boolean {
  const before = tokens[i - 1];
  if (before === undefined || stopSigns.test(before.text) || before.kind === "quoted") return true;
  if (!/^[,:-]$/.test(before.lower) && !hasRole(before.lower, "leads to verb")) return false;
  const after = tokens[i + 1];
  // After a comma or "and", "email 'a@b.c'" and "rate of 5%" are nouns.
  if (
    /^(?:,|and|or)$/.test(before.lower) &&
    after !== undefined &&
    (/^(?:quoted|email|identifier)$/.test(after.kind) || after.lower === "=" || hasRole(after.lower, "behind noun"))
  )
    return false;
  return (
    after === undefined ||
    after.kind !== "punctuation" ||
    after.text === "," ||
    after.text === "(" ||
    after.text === ":"
  );
}
