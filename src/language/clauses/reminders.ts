import { languages } from "../languages.ts";
import type { Span } from "../spans/span.ts";
import type { Token } from "../words/token.ts";

/** "Remind me why we …" asks; "remind me to …" and "remind me when he comes" order. */
export function isRemindedOf(said: readonly Span[], verb: Span, question: Span & { kind: "question" }): boolean {
  const between = said.filter(({ start }) => start > verb.start && start < question.start);
  return question.asks !== "when" && question.start > verb.start && between.every(({ kind }) => kind === "pronoun");
}

/** «Напомни, что обсудили …», "remind me what they said": it asks for what was, and nothing is to be done. */
export function recallsPast(behind: readonly Token[]): boolean {
  const asks = ({ lang, lower }: Token): boolean =>
    languages[lang].lexicon.concepts(lower).some((concept) => concept.startsWith("ask."));
  return behind.slice(0, 4).some(asks) && behind.some(({ lang, lower }) => languages[lang].verbForm(lower) === "past");
}
