import type { Act, Polarity, Sentence } from "./clause.ts";
import { languages } from "../languages.ts";
import { embedding, isColonNext } from "./order-frame.ts";
import type { ClauseCut } from "./read-clauses.ts";
import type { Span } from "../spans/span.ts";
import { isRequesting } from "./asked-order.ts";
import { coversClause, isOrder } from "./polarity-scope.ts";
import { isRemindedOf, recallsPast } from "./reminders.ts";
import type { Token } from "../words/token.ts";

/** What a clause does and how far it is meant. */
type Meaning = { act: Act; polarity: Polarity; verb?: number };

type Text = { tokens: readonly Token[]; spans: readonly Span[]; sentences: readonly Sentence[] };

/** Reads acts and polarity clause by clause, and lets later clauses take back earlier ones. Sets the scopes of polarity spans. */
export function readMeanings(text: Text, cuts: readonly ClauseCut[]): Meaning[] {
  const meanings: Meaning[] = [];
  for (const [at, cut] of cuts.entries()) {
    const own = meaningOf(text, cut, { at, cuts });
    const before = meanings.at(-1);
    const shares =
      cut.elliptic &&
      cut.role !== "if" &&
      cut.role !== "unless" &&
      own.verb === undefined &&
      own.act === "tell" &&
      before !== undefined;
    meanings.push(shares ? { ...before, polarity: own.polarity === "positive" ? before.polarity : own.polarity } : own);
  }
  for (const [at, meaning] of meanings.entries()) {
    const cut = cuts[at];
    if (cut === undefined || at === 0) continue;
    if (cut.role !== "else" && isBareDoubt(text, cut))
      meanings[at - 1] = doubted(meanings[at - 1] ?? meaning, meaning.polarity);
    const before = cuts[at - 1];
    if (before?.sentence === cut.sentence && isOnlyReminder(text, before)) {
      const isAsked = meaning.act === "ask" || recallsPast(text.tokens.slice(before.end, cut.end));
      if (isAsked) for (const one of [at - 1, at]) meanings[one] = { ...(meanings[one] ?? meaning), act: "ask" };
    }
    if (meaning.act === "cancel")
      for (let i = 0; i < at; i += 1) meanings[i] = doubted(meanings[i] ?? meaning, "negated");
  }
  return meanings;
}

/** "Remind me, …": what is to be called to mind stands in the next clause. */
function isOnlyReminder({ spans }: Text, { spans: indexes }: ClauseCut): boolean {
  const said = indexes.map((index) => spans[index]);
  const reminds = said.some((span) => span?.kind === "verb" && span.op === "remind");
  return reminds && said.every((span) => /^(?:verb|pronoun|filler)$/.test(span?.kind ?? ""));
}

function doubted(meaning: Meaning, polarity: Polarity): Meaning {
  return meaning.act === "ask" || meaning.polarity === "negated"
    ? meaning
    : { ...meaning, polarity: polarity === "positive" ? "hedged" : polarity };
}

/** "… not sure", "… maybe": nothing but doubt, about what was said before. */
function isBareDoubt({ spans }: Text, { spans: indexes }: ClauseCut): boolean {
  const said = indexes.map((index) => spans[index]);
  return (
    said.some((span) => span?.kind === "polarity") &&
    said.every(
      (span) =>
        span?.kind === "polarity" ||
        span?.kind === "filler" ||
        span?.kind === "pronoun" ||
        span?.kind === "link" ||
        span?.kind === "act",
    )
  );
}

function meaningOf(text: Text, cut: ClauseCut, { at, cuts }: { at: number; cuts: readonly ClauseCut[] }): Meaning {
  const said = cut.spans.flatMap((index) =>
    text.spans[index] === undefined ? [] : [{ index, span: text.spans[index] }],
  );
  const verb = mainVerb(said);
  const spans = said.map(({ span }) => span);
  const answer = answerOf(text, cut, {
    said: spans,
    first: at === 0 || cuts[at - 1]?.sentence !== cut.sentence,
    opens: at === 0,
  });
  const polarity = polarityOf(text, cut, { said: spans, verb: verb?.span });
  const verbIndex = verb === undefined ? {} : { verb: verb.index };
  if (answer === "correct") return { act: answer, polarity: correctedTo(text, cut, said), ...verbIndex };
  if (answer !== undefined) return { act: answer, polarity: answer === "cancel" ? "negated" : polarity, ...verbIndex };
  return {
    act: actOf(text, cut, { said: spans, verb: verb?.span, polarity }),
    polarity,
    ...verbIndex,
  };
}

/** "No, to room 12": the word that corrects denies what was said before, not what follows. */
function correctedTo(text: Text, cut: ClauseCut, said: readonly IndexedSpan[]): Polarity {
  const [, ...rest] = said;
  return polarityOf(text, cut, { said: rest.map(({ span }) => span), verb: mainVerb(rest)?.span });
}

type IndexedSpan = { index: number; span: Span };

/** The first verb that orders; else the first that is finite; else any. */
function mainVerb(said: readonly IndexedSpan[]): { index: number; span: Span & { kind: "verb" } } | undefined {
  const verbs = said.flatMap(({ index, span }) => (span.kind === "verb" ? [{ index, span }] : []));
  return (
    verbs.find(({ span }) => span.form === "imperative") ??
    verbs.find(({ span }) => span.form === "infinitive") ??
    verbs.find(({ span }) => span.form !== "participle" && span.form !== "gerund") ??
    verbs[0]
  );
}

const carriers = new Set([
  "number",
  "date",
  "interval",
  "time",
  "duration",
  "quoted",
  "identifier",
  "email",
  "url",
  "name",
  "word",
  "unknown",
  "quantifier",
  "possessive",
]);

const longestAnswer = 30;

/** Yes, never mind, undo, or a correction of what was said before. */
function answerOf(
  { tokens }: Text,
  cut: ClauseCut,
  { said, first, opens }: { said: readonly Span[]; first: boolean; opens: boolean },
): Act | undefined {
  if (said.length > longestAnswer) return undefined;
  const content = said.filter(({ kind }) => carriers.has(kind));
  const whole = entryOver(tokens, cut, { said, opens });
  if (content.length === 0 && whole !== undefined && cut.role === "main") return whole;
  if (!first || cut.link === "and") return undefined;
  const opener = said[0];
  const match =
    opener === undefined ? undefined : languages[tokens[opener.start]?.lang ?? "en"].lexicon.at(tokens, opener.start);
  const corrects = match?.concepts.includes("act.correct") === true;
  return corrects && content.length > 0 && tokens[match?.end ?? 0]?.text === "," ? "correct" : undefined;
}

/** The act of a clause whose every word is an answer or carries nothing. */
function entryOver(
  tokens: readonly Token[],
  cut: ClauseCut,
  { said, opens }: { said: readonly Span[]; opens: boolean },
): Act | undefined {
  let act: Act | undefined;
  for (let at = cut.start; at < cut.end;) {
    const token = tokens[at];
    if (token === undefined || token.kind === "punctuation") {
      at += 1;
      continue;
    }
    const match = languages[token.lang].lexicon.at(tokens, at);
    const named = (["cancel", "confirm"] as const).find((one) => match?.concepts.includes(`act.${one}`) === true);
    const filler = said.some(
      (span) => span.start <= at && span.end > at && (span.kind === "filler" || span.kind === "link"),
    );
    // "…, oops, wrong", "…. Wait": behind a request it calls the request off.
    const stops = match?.concepts.some((one) => one === "act.wrong" || one === "act.wait") === true;
    if (!opens && stops) act = "cancel";
    const corrects = stops || match?.concepts.includes("act.correct") === true;
    if (match === undefined || (named === undefined && !filler && !corrects)) return undefined;
    if (named !== undefined && (act === undefined || named === "cancel")) act = named;
    at = match.end;
  }
  return act;
}

type ClauseWords = { said: readonly Span[]; verb: (Span & { kind: "verb" }) | undefined };

function polarityOf(text: Text, cut: ClauseCut, { said, verb }: ClauseWords): Polarity {
  let result: Polarity =
    endsDoing(text.tokens, said, verb) ||
    said.some(
      (span) =>
        span.kind === "quantifier" && span.value === "none" && isOrder(verb) && !isBehindPause(text.tokens, span, verb),
    )
      ? "negated"
      : "positive";
  const contrast = said.findLastIndex((span) => span.kind === "link" && span.link === "but");
  const weaker = (polarity: Polarity): void => {
    if (rank[polarity] > rank[result]) result = polarity;
  };
  const embedded = embedding(text.tokens, said, verb);
  if (embedded !== undefined) weaker(embedded);
  for (const [at, span] of said.entries()) {
    if (span.kind === "quantifier" && (span.value === "except" || span.value === "only"))
      span.scope = listAfter(text.tokens, said, at);
    // "… (just kidding)", «передумал закрывать …»: what calls off stands in the order itself.
    // "Acme could go to review": with a subject of its own it asks nobody to do it.
    if (
      span.kind === "filler" &&
      isPossible(text.tokens, span) &&
      /^(?:name|word|unknown|identifier)$/.test(said[at - 1]?.kind ?? "")
    )
      weaker("hedged");
    if (span.kind === "act" && span.act === "cancel" && (isOrder(verb) || span.end > span.start + 1)) weaker("negated");
    if (span.kind !== "polarity") continue;
    const whole = coversClause(text.tokens, { span, said, verb, first: at === 0, contrast: contrast > at });
    span.scope = whole ? { start: cut.start, end: cut.end } : phraseAfter(text.tokens, said, at);
    if (span.value === "instead") weaker(whole ? "negated" : "alternative");
    else if (span.value === "whether") weaker("hypothetical");
    else if (span.value === "not") weaker(whole ? "negated" : "alternative");
    else weaker(whole ? "hedged" : "alternative");
  }
  return result;
}

/** "Close it, nobody wants it": behind the order and a comma it denies something else. */
function isBehindPause(tokens: readonly Token[], { start }: Span, verb: ClauseWords["verb"]): boolean {
  return verb !== undefined && tokens.slice(verb.end, Math.max(start, verb.end)).some(({ text }) => text === ",");
}

/** "Could", «могла бы». */
function isPossible(tokens: readonly Token[], { start }: Span): boolean {
  const token = tokens[start];
  return token !== undefined && languages[token.lang].lexicon.at(tokens, start)?.concepts.includes("could") === true;
}

const rank: Readonly<Record<Polarity, number>> = {
  positive: 0,
  alternative: 1,
  hedged: 2,
  hypothetical: 3,
  negated: 4,
};

/** "stop moving the crates", "hold off on closing": what is done is to end. */
function endsDoing(tokens: readonly Token[], said: readonly Span[], verb: ClauseWords["verb"]): boolean {
  if (verb === undefined || !/^(?:stop|delay|reject)$/.test(verb.op) || !isOrder(verb)) return false;
  if (isColonNext(tokens, verb.end)) return true;
  const after = said.filter((span) => span.start > verb.start && span.kind !== "filler")[0];
  if (after?.kind === "verb") return after.form === "gerund" || after.form === "infinitive";
  const token = tokens[after?.start ?? -1];
  const language = languages[token?.lang ?? "en"];
  return token !== undefined && language.ordersBy === "form" && language.verbForm(token.lower) === "infinitive";
}

/** The phrase a word rules out: up to the next joint, preposition or verb. */
function phraseAfter(tokens: readonly Token[], said: readonly Span[], at: number): { start: number; end: number } {
  const start = said[at]?.end ?? 0;
  return { start, end: phraseEnd(tokens, said.slice(at + 1, at + 1 + longestPhrase), start) };
}

function phraseEnd(tokens: readonly Token[], said: readonly Span[], start: number): number {
  let [end, named] = [start, false];
  for (const other of said) {
    if (tokens.slice(end, other.start).some(({ kind }) => kind === "punctuation")) break;
    const token = tokens[other.start];
    const preposition =
      other.kind === "filler" && token !== undefined && languages[token.lang].prepositions.has(token.lower);
    if (other.kind === "link" || other.kind === "verb" || other.kind === "polarity" || (preposition && end > start))
      break;
    if (values.has(other.kind) && named) break;
    named ||= values.has(other.kind);
    end = other.end;
  }
  return end;
}

/** What "except" leaves out: phrases joined by commas and "and", up to a preposition or verb. */
function listAfter(tokens: readonly Token[], said: readonly Span[], at: number): { start: number; end: number } {
  const scope = phraseAfter(tokens, said, at);
  for (let i = at + 1; i < said.length; i += 1) {
    const span = said[i];
    if (span === undefined || span.start < scope.end) continue;
    const comma = tokens[scope.end]?.text === ",";
    const link = span.kind === "link" && (span.link === "and" || span.link === "or");
    const first = link ? said[i + 1] : span;
    if (!(comma || link) || span.start > scope.end + 1 || first === undefined || !listed.has(first.kind)) break;
    scope.end = phraseEnd(tokens, said.slice(link ? i + 1 : i, i + longestPhrase), first.start);
  }
  return scope;
}

const longestPhrase = 8;
const listed: ReadonlySet<Span["kind"]> = new Set(["name", "quoted", "identifier", "word", "unknown"]);
/** Two of these side by side are two things. */
const values: ReadonlySet<Span["kind"]> = new Set([
  "name",
  "quoted",
  "identifier",
  "email",
  "url",
  "date",
  "interval",
  "time",
  "number",
]);

/** "the nurse wants to close", "I forgot to close": an infinitive behind a subject, where an order stands at the head. */
function isReported(tokens: readonly Token[], said: readonly Span[], { start }: Span): boolean {
  const token = tokens[start];
  const [first] = said.filter((span) => span.kind !== "polarity" && span.kind !== "link");
  return (
    token !== undefined && languages[token.lang].ordersBy === "place" && first !== undefined && first.start < start
  );
}

/** «сообщение не доставлено», "not delivered": how things are, not what must not be done. */
function tellsState(tokens: readonly Token[], said: readonly Span[]): boolean {
  const not = said.findIndex((span) => span.kind === "polarity" && span.value === "not");
  const token = tokens[said[not + 1]?.start ?? -1];
  const form = not > 0 && token?.kind === "word" ? languages[token.lang].verbForm(token.lower) : undefined;
  return form === "participle" || form === "past" || form === "present";
}

function actOf(
  { tokens, sentences }: Text,
  cut: ClauseCut,
  { said, verb, polarity }: ClauseWords & { polarity: Polarity },
): Act {
  const polite = said.some((span) => span.kind === "filler" && span.of === "politeness");
  const requested = said.some((span) => isRequesting(tokens, span));
  const orders =
    verb !== undefined && isOrder(verb) && (polite || verb.form === "imperative" || !isReported(tokens, said, verb));
  if (
    polarity === "negated" &&
    (orders ||
      (verb === undefined && !tellsState(tokens, said)) ||
      said.some((span) => span.kind === "polarity" && span.end > span.start + 1))
  )
    return asked() ? "ask" : "forbid";
  if (polarity === "hypothetical") return "ask";
  const question = said.find((span) => span.kind === "question");
  if (verb?.op === "remind" && question !== undefined && isRemindedOf(said, verb, question)) return "ask";
  if (verb?.op === "remind" && recallsPast(tokens.slice(verb.end, cut.end))) return "ask";
  if (
    question !== undefined &&
    (verb === undefined || question.start <= verb.start) &&
    !(requested && orders && question.asks === "whether")
  )
    return "ask";
  if (polite && verb === undefined && !asked()) return "do";
  if (orders) return asked() && !requested && verb.start !== cut.start && verb.form === "infinitive" ? "ask" : "do";
  return asked() ? "ask" : "tell";
  function asked(): boolean {
    return sentences[cut.sentence]?.asks === true && tokens.length > 0;
  }
}
