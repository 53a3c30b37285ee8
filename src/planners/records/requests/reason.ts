import { compact } from "../../../plan/compact.ts";
import { hasConcept } from "../../../language/lexicon/has-concept.ts";
import { languages } from "../../../language/languages.ts";
import { changes } from "../../../language/words/operation.ts";
import type { ReadingContext } from "./context.ts";
import { isItem, type Item } from "../items/item.ts";
import { readRequests } from "./read-requests.ts";
import type { TextReading } from "./text-state.ts";
import type { RecordSet, Request } from "./request.ts";
import { namedSets } from "../sets/spoken-sets.ts";
import { isFinite, mayCallOff, opensWhen, isUnknownOrder } from "./tells.ts";
import { reordered } from "./told-first.ts";

/** A text without the reason at the end of a sentence, and the reason. */
export type ContextWithReason = { context: ReadingContext; reason?: string };

/** Characters that are read again for all places where a reason may start. */
const mostCharacters = 4000;
/** Items of the longest reason. */
const mostItems = 60;

/**
 * "Move A to paused, they ran out of money", "Bob is ill, so give A to Ann": what stands beside a whole request and only tells why.
 * Tried only where the text as it stands leaves something open. The reason may hold no order and no doubt, behind the request no value,
 * and for several records nothing that could narrow them.
 */
export function withoutReason(
  context: ReadingContext,
  contextOf: (words: string) => ReadingContext,
): ContextWithReason {
  if (isWhole(readRequests(context))) return { context };
  const order = reordered(context);
  const told = order === undefined ? undefined : { ...contextOf(order), spokenOf: context.spokenOf };
  if (told !== undefined && isWhole(readRequests(told))) return { context: told };
  return withoutTail(context, contextOf) ?? withoutNews(context, contextOf) ?? { context };
}

type ContextOf = (words: string) => ReadingContext;

function withoutTail(context: ReadingContext, contextOf: ContextOf): ContextWithReason | undefined {
  const { items, reading } = context;
  let left = mostCharacters;
  for (const [at, item] of items.entries()) {
    const isExplicit = opensReason(item, context);
    const isBare = opensUnmarked(items, at);
    if (!isExplicit && !isBare && item.is !== "joint" && item.is !== "sign") continue;
    const { end = Infinity } =
      reading.sentences.find(({ start, end: to }) => start <= item.start && to > item.start) ?? {};
    // "… unless he is against it" says when, not why.
    if (!isExplicit && opensWhen([item], context)) continue;
    const tail = items.slice(isExplicit || isBare ? at : at + 1, at + 1 + mostItems).filter(({ start }) => start < end);
    if (tail.length >= mostItems || !isReason(tail, { isExplicit, context })) continue;
    const from = reading.tokens[item.start]?.from ?? 0;
    const to = reading.tokens[end - 1]?.to ?? reading.source.length;
    const [before, reason, behind] = [
      reading.source.slice(0, from),
      reading.source.slice(from, to),
      reading.source.slice(to),
    ];
    left -= before.length + behind.length;
    if (left < 0) break;
    const head = contextOf(`${before}${behind === "" ? "" : `. ${behind}`}`);
    const spoken = { ...head, spokenOf: context.spokenOf };
    const { requests, ...rest } = readRequests(spoken);
    if (!isWhole({ requests, ...rest }) || (requests.some(isBulk) && !isExplicit && !isOfPerson(tail))) continue;
    return { context: spoken, reason: trimmedReason(reason) };
  }
  return undefined;
}

/** News before an order: what it names, "it" and "her" refer to. */
function withoutNews(context: ReadingContext, contextOf: ContextOf): ContextWithReason | undefined {
  const { items, reading } = context;
  let left = mostCharacters;
  for (const [at, item] of items.slice(0, mostItems).entries()) {
    const leads = hasConcept(item.text, "therefore");
    if (!leads && item.is !== "joint" && item.is !== "sign") continue;
    const news = items.slice(0, at);
    const behind = items.slice(at + 1);
    // "Ann writes: …" says whose order it is, and words in quotes are somebody's.
    const last = news.at(-1);
    const isQuoted =
      item.is === "sign" &&
      (news.some(({ text }) => hasConcept(text, "says")) ||
        (item.text === ":" &&
          (!news.some((one) => isItem(one, "verb") || isFinite(one, context)) ||
            (last?.is === "filler" && isFinite(last, context)))));
    if (isQuoted || behind.every(({ is }) => /^(?:quoted|sign|filler)$/.test(is)) || !isNews(news, context)) continue;
    const rest = reading.source.slice(reading.tokens[item.end]?.from ?? reading.source.length);
    left -= rest.length;
    if (left < 0) break;
    const [set, ...others] = namedSets(news, context);
    const people = news.flatMap((one) => (isItem(one, "person") && one.people.length === 1 ? one.people : []));
    const person = people.length === 1 ? people[0] : undefined;
    const spokenOf = { ...context.spokenOf, ...compact({ set, person }), ...(set !== undefined && { others }) };
    const order = { ...contextOf(rest), spokenOf };
    const whole = isWhole(readRequests(order)) ? { context: order } : withoutTail(order, contextOf);
    if (whole === undefined) continue;
    const isSure = readRequests(whole.context).requests.every((one) => !isBulk(one) || one.set.tests === set?.tests);
    const said = reading.source.slice(0, reading.tokens[item.start]?.from ?? 0);
    if (isSure || isOfPerson(news)) return { context: whole.context, reason: trimmedReason(said) };
  }
  return undefined;
}

const isChanging = /^(?:move|assign|complete|cancel|pause|resume|reopen|delete|rename|delay|advance|start)$/;

/** What tells something of its own: a verb that tells, and no order, question, condition or doubt. */
function isNews(news: readonly Item[], context: ReadingContext): boolean {
  const { reading } = context;
  const said = news.filter(({ is }) => !/^(?:filler|sign|joint)$/.test(is));
  const end = news.at(-1)?.end ?? 0;
  const hangs = reading.spans.some(
    (span) =>
      span.kind === "link" &&
      span.start < end &&
      (span.link === "if" || span.link === "unless" || span.link === "else"),
  );
  const holds = said.some(
    ({ is, text }) =>
      /^(?:question|quoted|contact|option|operation|deed|pronoun)$/.test(is) || hasConcept(text, "spares"),
  );
  const orders = said.some((item) => isItem(item, "verb") && /^(?:imperative|infinitive)$/.test(item.form));
  const doubts = said.some((item) => isItem(item, "polarity") && item.span.value !== "not");
  // "Gave A to Ann, close B" may ask for both.
  const isNamed = said.some(({ is }) => /^(?:name|key|kind)$/.test(is));
  const changed = said.some((item) => isItem(item, "verb") && isNamed && isChanging.test(item.op));
  if (said.length < 2 || changed || hangs || holds || orders || doubts || isUnknownOrder(news, context)) return false;
  if (opensWhen(news, context)) return false;
  return news.some((item) => isFinite(item, context));
}

/** «… на паузу у них бюджет заморозили», "… to Ann Tom is ill": without a pause, whoever it is told of opens it. */
function opensUnmarked(items: readonly Item[], at: number): boolean {
  const [before, item, next] = [items[at - 1], items[at], items[at + 1]];
  if (at < 2 || /^(?:prep|joint|sign|verb|filler|question|polarity)$/.test(before?.is ?? "sign")) return false;
  const isThird = (one: Item | undefined): boolean =>
    (isItem(one, "pronoun") && /^(?:things|person|people)$/.test(one.span.of)) ||
    (isItem(one, "whose") && one.span.whose === "third");
  const isOwner = isItem(item, "prep") && item.role === "owner" && isThird(next);
  return isOwner || isThird(item) || (isItem(item, "person") && item.form === "plain" && before?.is !== "field");
}

function trimmedReason(text: string): string {
  return text.replaceAll(/^[\s,;.:—–-]+|[\s,;:—–-]+$/g, "");
}

function isWhole({ requests, doubts, withheld }: TextReading): boolean {
  const isPlain = (one: Request): boolean => one.do !== "ask" && !("missing" in one && one.missing.length > 0);
  return requests.length > 0 && doubts.length === 0 && withheld.length === 0 && requests.every(isPlain);
}

function isBulk(request: Request): request is Extract<Request, { set: RecordSet }> {
  return "set" in request && request.set.all;
}

function opensReason({ start }: Item, { reading }: ReadingContext): boolean {
  const token = reading.tokens[start];
  if (token?.kind !== "word") return false;
  return languages[token.lang].lexicon.at(reading.tokens, start)?.concepts.includes("reason") === true;
}

/** "He is on leave", "Ann is ill": of several records, only a word about somebody is surely no description of them. */
function isOfPerson(tail: readonly Item[]): boolean {
  const [first, ...rest] = tail.filter(({ is }) => is !== "filler");
  const isTimed = rest.some(({ is }) => is === "date" || is === "time");
  const isSomebody =
    (isItem(first, "pronoun") && first.span.of === "person") ||
    (isItem(first, "person") && first.form === "plain" && !isTimed);
  return isSomebody && !rest.some(({ is }) => /^(?:name|kind|mark|person|option|place|whose)$/.test(is));
}

const values = /^(?:key|number|date|time|duration|quoted|contact|quantifier|option|operation|deed|compare)$/;

function isReason(
  tail: readonly Item[],
  { isExplicit, context }: { isExplicit: boolean; context: ReadingContext },
): boolean {
  const orders = tail.some((item) => isItem(item, "verb") && item.form === "imperative" && changes(item.op));
  const doubts = tail.some((item) => isItem(item, "polarity") && item.span.value !== "not");
  // "…, Tom owns it" says whose it is to be.
  const isGiven =
    tail.some((item) => isItem(item, "verb") && item.op === "own") && tail.some(({ is }) => is === "person");
  if (isGiven || orders || doubts || isUnknownOrder(tail, context)) return false;
  if (isExplicit) return true;
  if (mayCallOff(tail, context)) return false;
  const said = tail.filter(({ is }) => !/^(?:sign|joint)$/.test(is));
  // "At their place the budget is gone": a preposition may stand before who it is told of.
  const subject = said.findIndex(({ is }) => is !== "filler" && is !== "prep");
  const first = said[subject];
  const rest = said.slice(subject + 1);
  const reports = first?.is === "pronoun" && said.some(({ text }) => hasConcept(text, "says"));
  const isValue = (item: Item): boolean =>
    item !== first &&
    values.test(item.is) &&
    !(reports && item.is === "option") &&
    !isCount(item, tail) &&
    !isDegree(item, tail) &&
    !isPastTime(item, tail, context);
  if (first === undefined || rest.length === 0 || tail.some(isValue)) return false;
  const isNobody = isItem(first, "quantifier") && first.span.value === "none";
  if (!isNobody && !/^(?:pronoun|person|name|kind|unknown|word|date|whose)$/.test(first.is)) return false;
  const isSomebody = isNobody || first.is === "pronoun" || (isItem(first, "person") && first.form === "plain");
  const isDenied = isNobody || rest.some((item) => isItem(item, "polarity"));
  const isNeed = ({ text }: Item): boolean => text.split(" ").some((word) => hasConcept(word, "needed"));
  return (
    rest.some((item) => isFinite(item, context) || (isDenied && isNeed(item))) ||
    (isSomebody && rest.some(({ is }) => /^(?:unknown|word|verb)$/.test(is)))
  );
}

/** "No sense any more", "a cheaper one": a quantifier beside words that nobody has to understand, and a comparison with nothing. */
function isDegree(item: Item, tail: readonly Item[]): boolean {
  const isPlain = (one: Item): boolean =>
    !isItem(one, "quantifier") || /^(?:any|other|some|none|all)$/.test(one.span.value);
  return (
    (item.is === "quantifier" && tail.every(isPlain)) ||
    (item.is === "compare" && tail[tail.indexOf(item) + 1]?.is !== "number")
  );
}

/** "They added 40 pages": how many of what is no field of a record. */
function isCount(item: Item, tail: readonly Item[]): boolean {
  const next = tail[tail.indexOf(item) + 1];
  if (!isItem(item, "number") || item.span.currency !== undefined || item.span.percent) return false;
  const isOfWhat = item.span.unit !== undefined || /^(?:unknown|word|compare|verb)$/.test(next?.is ?? "");
  return (item.span.scaled ?? item.span.value) < 1000 && isOfWhat;
}

/** "It went out this morning": a time of what is past is no value. */
function isPastTime(item: Item, tail: readonly Item[], { reading, today }: ReadingContext): boolean {
  const isOver = isItem(item, "time") || (isItem(item, "date") && item.span.last <= today);
  const isTold = tail.some(({ start }) => {
    const token = reading.tokens[start];
    return token?.kind === "word" && languages[token.lang].verbForm(token.lower) === "past";
  });
  return isOver && isTold;
}
