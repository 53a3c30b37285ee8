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
  if (isCalledOff(text, setting)) return "cancel";
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
    const isOrder = said.some((span) => span.kind === "verb" && span.form === "imperative" && wanted.test(span.op));
    return isMeant && (isOrder || said.some(({ kind }) => heavy.test(kind)));
  });
  if (orders) return undefined;
  if (agrees && isBare && spans.every(goesAhead)) return text.includes("?") ? "doubt" : "confirm";
  // "Don't touch the lost one" spares what it describes.
  const describes = spans.some((span) => span.kind === "verb" && span.form === "participle");
  if (clauses[0]?.act === "cancel" || (clauses.every(({ act }) => act === "forbid") && !describes)) return "cancel";
  if (!clauses.every(({ act }) => act === "confirm")) return undefined;
  return text.includes("?") ? "doubt" : "confirm";
}

/** What is to be done with what is spoken of: "no, give it to her". */
const wanted = /^(?:assign|move|delay|advance|rename|comment|note|complete|start|pause|resume|reopen)$/;

/** Most parts of a message that is called off in one of them. */
const mostParts = 5;

/** «Всё, отмена», "don't change the amount, cancel": one part calls off, and the others want nothing. */
function isCalledOff(text: string, setting: DateSetting): boolean {
  const parts = text.split(/[,.;!…]+/).filter((part) => part.trim() !== "");
  if (parts.length > mostParts || text.includes("?")) return false;
  if (parts.length < 2) return isDropped(read(text, setting).spans);
  const acts = parts.map((part) => (wantsNothing(part, setting) ? "none" : actOf(part, setting)));
  const called = parts.findIndex((part, at) => acts[at] === "cancel" || isDropped(read(part, setting).spans));
  return (
    called >= 0 &&
    acts.every(
      (act, at) =>
        act === "none" || act === "cancel" || act === "confirm" || (at > called && isTold(parts[at] ?? "", setting)),
    )
  );
}

/** "Cancel everything", «отмени черновик»: a verb that calls off, and nothing but what is open. */
function isDropped(spans: readonly Span[]): boolean {
  const isOpen = ({ kind, text }: Span): boolean => kind !== "verb" && hasConcept(text, "noun.draft");
  const cancels = spans.some((span) => span.kind === "verb" && span.op === "cancel" && span.form === "imperative");
  const deletes = spans.some((span) => span.kind === "verb" && span.op === "delete" && span.form === "imperative");
  if (!cancels && !(deletes && spans.some(isOpen))) return false;
  return spans.every(
    (span) =>
      isOpen(span) ||
      /^(?:filler|pronoun|act|link)$/.test(span.kind) ||
      (span.kind === "verb" && /^(?:cancel|delete)$/.test(span.op)) ||
      (span.kind === "quantifier" && span.value === "all"),
  );
}

/** Words that only open a message, or say what is not to be done. */
function wantsNothing(part: string, setting: DateSetting): boolean {
  const { clauses, spans } = read(part, setting);
  const isSmall = (span: Span | undefined): boolean =>
    span === undefined || /^(?:filler|link|pronoun)$/.test(span.kind) || hasConcept(span.text, "over");
  return clauses.every(
    ({ act, verb, spans: own }) => (act === "forbid" && verb !== undefined) || own.every((at) => isSmall(spans[at])),
  );
}

/** «…, она сама позвонит»: a reason, with a subject and its verb, and no value. */
function isTold(part: string, setting: DateSetting): boolean {
  const { clauses, spans, tokens } = read(part, setting);
  const isPlain = clauses.every(({ act, polarity }) => act === "tell" && polarity === "positive");
  const holds = spans.some(({ kind }) => /^(?:number|date|interval|time|duration|identifier|quoted|act)$/.test(kind));
  const subject = spans.find(({ kind }) => kind !== "filler" && kind !== "link");
  const isSubject = subject?.kind === "pronoun" || subject?.kind === "name";
  const rest = tokens.slice(subject?.end ?? 0).map(({ lang, lower }) => languages[lang].verbForm(lower));
  const orders = spans.some((span) => span.kind === "verb" && span.form === "imperative");
  return isPlain && !holds && isSubject && !orders && rest.some((form) => form === "present" || form === "past");
}

/** "Yes, create it": nothing else than the yes, small words and a verb that only says to go ahead. */
function goesAhead(span: Span): boolean {
  if (span.kind === "verb") return span.form === "imperative" && /^(?:create|update|approve|do)$/.test(span.op);
  return span.kind === "filler" || span.kind === "pronoun" || (span.kind === "act" && span.act === "confirm");
}
