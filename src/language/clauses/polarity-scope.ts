import { languages } from "../languages.ts";
import type { Span } from "../spans/span.ts";
import { isColonNext } from "./order-frame.ts";
import type { Token } from "../words/token.ts";

type Verb = (Span & { kind: "verb" }) | undefined;

type PolarityScope = {
  span: Span & { kind: "polarity" };
  said: readonly Span[];
  verb: Verb;
  first: boolean;
  contrast: boolean;
};

/** Whether a polarity word speaks of the whole clause, or only of the phrase behind it. */
export function coversClause(tokens: readonly Token[], { span, said, verb, first, contrast }: PolarityScope): boolean {
  const next = said.find(({ start }) => start >= span.end);
  if (span.value === "whether" || span.value === "unsure" || span.value === "early") return true;
  // "Rather than close it, wait."
  if (span.value === "instead") return first && next?.kind === "verb" && isOrder(next);
  if (span.value === "almost")
    return next === undefined || next.kind === "verb" || verb === undefined || verb.form !== "imperative";
  if (next === undefined) return true;
  const token = tokens[span.start];
  // "Those that are not urgent": it denies what describes them.
  const isRelative = ["relative", "leadin"].some((concept) => hasConceptAt(tokens, span.start - 1, concept));
  if (isCopula(tokens, span) && isRelative) return false;
  // ", no, …": it takes back what was said before, and nobody knows how much of it.
  if (isSetOff(tokens, span)) return true;
  if (token !== undefined && span.end === span.start + 1 && isLocal(token)) return false;
  // "Avoid this: …" speaks of the order behind the colon; "not the red one, the blue one: move it" does not.
  if (isColonNext(tokens, span.end)) return true;
  if (next.kind === "verb") return verb === undefined || next.start <= verb.start;
  if (isOrder(verb) && tokens.slice(span.end, verb?.start).some(({ text }) => text === ":")) return false;
  if (contrast && (verb === undefined || verb.start < span.start)) return false;
  if (isOrder(verb) && verb !== undefined && verb.start < span.start)
    return !isCopula(tokens, span) && span.end > span.start + 1;
  return span.end > span.start + 1 || first || verb === undefined || span.start < verb.start;
}

function isSetOff(tokens: readonly Token[], { start, end }: Span): boolean {
  const isMark = (at: number): boolean => /^(?:[,…]|\.{2,}|[-–—]+)$/.test(tokens[at]?.text ?? "");
  return isMark(start - 1) && isMark(end);
}

/** "are not", "hasn't" describe a noun before them, where "need not" and «не надо» deny the order. */
function isCopula(tokens: readonly Token[], { start }: Span): boolean {
  const token = tokens[start];
  const match = token === undefined ? undefined : languages[token.lang].lexicon.at(tokens, start);
  return match?.concepts.includes("copula") === true;
}

function hasConceptAt(tokens: readonly Token[], at: number, concept: string): boolean {
  const token = tokens[at];
  return token?.kind === "word" && languages[token.lang].lexicon.concepts(token.lower).includes(concept);
}

/** "without", "no", «без»: they deny the noun behind them only. */
function isLocal({ lang, lower }: Token): boolean {
  return languages[lang].lexicon.concepts(lower).includes("local");
}

export function isOrder(verb: Verb): boolean {
  return verb?.form === "imperative" || verb?.form === "infinitive";
}
