import type { Reading } from "../reading.ts";
import { languages } from "../languages.ts";
import type { Span } from "../spans/span.ts";
import type { Token } from "../words/token.ts";
import type { Clause } from "./clause.ts";

/** "Could you", "please", «можешь»: words by which a question asks somebody to do something. "Need to" is none of them. */
export function isRequesting(tokens: readonly Token[], { kind, start }: Span): boolean {
  const token = tokens[start];
  if (token === undefined || (kind !== "filler" && kind !== "act")) return false;
  return languages[token.lang].lexicon.at(tokens, start)?.concepts.includes("requests") === true;
}

/** "Close T-4?", "close T-4, right?": an order with a question mark and no word that asks for it to be done may only ask whether to. */
export function isAskedOrder(
  { act, sentence }: Pick<Clause, "act" | "sentence">,
  { sentences, clauses, spans, tokens }: Pick<Reading, "sentences" | "clauses" | "spans" | "tokens">,
): boolean {
  const { asks = false, start = 0, end = 0 } = sentences[sentence] ?? {};
  if (act !== "do" || !asks) return false;
  const own = spans.filter((span) => span.start >= start && span.end <= end);
  const isQuestionBeside = clauses.some((other) => other.sentence === sentence && other.act === "ask");
  return !own.some((span) => isRequesting(tokens, span)) && !isQuestionBeside;
}
