import type { DateSetting } from "../language.ts";
import { languages } from "../languages.ts";
import { hasConcept } from "../lexicon/has-concept.ts";
import { read } from "../reading.ts";
import type { Span } from "../spans/span.ts";
import type { Token } from "../words/token.ts";

/** `doubt` is a yes with a question mark, `ask` a question of its own. */
export type MessageAct = "confirm" | "cancel" | "undo" | "doubt" | "ask";

/** A longer message says more than yes or no. */
const longest = 6;

const thumbsUp = /^(?:\+1?|[👍👌✅]\p{Emoji_Modifier}?\uFE0F?)$/u;
const thumbsDown = /^[👎❌🚫]\p{Emoji_Modifier}?\uFE0F?$/u;

/** What a whole message says of what was shown or asked before it: yes, no, undo. */
export function actOf(text: string, setting: DateSetting): MessageAct | undefined {
  if (thumbsUp.test(text.trim())) return "confirm";
  if (thumbsDown.test(text.trim())) return "cancel";
  // «Всё, отмена»: what stands before the pause only says that enough was said.
  const [, lead = "", rest] = /^([^,.!]+)[,.!]\s*(.+)$/su.exec(text.trim()) ?? [];
  if (rest !== undefined && hasConcept(lead, "over") && actOf(rest, setting) === "cancel") return "cancel";
  const { clauses, spans, tokens } = read(text, setting);
  if (clauses.length === 0) return undefined;
  if (
    clauses.some(({ act }) => act === "ask") &&
    clauses.every(({ act, text: said }) => act === "ask" || said.length < 3)
  )
    return "ask";
  if (tokens.filter(({ kind }) => kind === "word").length > longest) return undefined;
  const answers = (token: Token | undefined, concept: string): boolean =>
    token?.kind === "word" && languages[token.lang].lexicon.concepts(token.lower).includes(concept);
  const undoes =
    spans.some(
      (span) => (span.kind === "verb" && span.op === "undo") || (span.kind === "act" && span.act === "undo"),
    ) || tokens.some((token) => answers(token, "act.undo"));
  const agrees = answers(
    tokens.find(({ kind }) => kind === "word"),
    "act.confirm",
  );
  const heavy = /^(?:word|unknown|name|identifier|number|date|interval|time|duration|quoted|quantifier|possessive)$/;
  const isBare = spans.every(({ kind }) => !heavy.test(kind));
  if (undoes && isBare) return "undo";
  if (!isBare && !(clauses[0]?.act === "cancel" && clauses.length > 1)) return undefined;
  // "Stop, make it Friday": what is shown is not wanted as it is, and something else is.
  const orders = clauses.some(({ act, polarity, spans: own }) => {
    const said = own.flatMap((at) => spans[at] ?? []);
    const corrects = said.some((span) => span.kind === "act" && span.act === "correct");
    const isMeant = (act === "do" || (corrects && act !== "cancel")) && polarity === "positive";
    return isMeant && said.some(({ kind }) => heavy.test(kind));
  });
  if (orders) return undefined;
  if (agrees && isBare && spans.every(goesAhead)) return text.includes("?") ? "doubt" : "confirm";
  // "Don't touch the lost one" spares what it describes.
  const describes = spans.some((span) => span.kind === "verb" && span.form === "participle");
  if (clauses[0]?.act === "cancel" || (clauses.every(({ act }) => act === "forbid") && !describes)) return "cancel";
  if (!clauses.every(({ act }) => act === "confirm")) return undefined;
  return text.includes("?") ? "doubt" : "confirm";
}

/** "Yes, create it": nothing else than the yes, small words and a verb that only says to go ahead. */
function goesAhead(span: Span): boolean {
  if (span.kind === "verb") return span.form === "imperative" && /^(?:create|update|approve|do)$/.test(span.op);
  return span.kind === "filler" || span.kind === "pronoun" || (span.kind === "act" && span.act === "confirm");
}
