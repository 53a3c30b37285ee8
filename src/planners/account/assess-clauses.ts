import { isAskedOrder } from "../../language/clauses/asked-order.ts";
import type { Clause } from "../../language/clauses/clause.ts";
import { hasRole } from "../../language/words/roles.ts";
import { languages } from "../../language/languages.ts";
import { changes } from "../../language/words/operation.ts";
import type { Span } from "../../language/spans/span.ts";
import type { UnaccountedSpan } from "../../ports/planner.ts";
import type { AccountCall, Part } from "./account.ts";
import { isRead, type AccountContext, serves } from "./account-context.ts";
import { toolWords } from "./tool-words.ts";

type UnaccountedReason = UnaccountedSpan["why"];

/** What whole clauses add to the judgement of their spans: requests that are not planned, and writes that nobody asked for. */
export function assessClauses(context: AccountContext, parts: readonly Part[]): Part[] {
  const assessed = [...parts];
  const writes = context.plan.calls.filter((call) => !isRead(call));
  for (const clause of context.reading.clauses) {
    const own = ownSpans(context, clause);
    const isDoubted = asksWhy(own) || asksNothing(clause, own) || isAskedOrder(clause, context.reading);
    const why = ruledOut(clause) ?? (isDoubted || isQuestionFor(context, writes, clause) ? "doubtful" : undefined);
    // "… Tom does not agree": what is told behind an order and denies something may deny the order.
    const isTold = clause.act === "tell" && isBehindCall(context, clause, assessed);
    if (
      why !== undefined &&
      writes.some((call) => isTold || isBare(own) || !isOfOther(own) || serves(context, call, clause))
    )
      mark(assessed, own, why);
    else if (why !== undefined && !context.plan.calls.some((call) => doesVerb(context, call, clause)))
      settle(assessed, own);
    else if (isUnplanned(clause, assessed)) mark(assessed, own, "request");
    else if (isReason(context, clause, assessed)) settle(assessed, own);
  }
  for (const at of context.reading.spans.keys()) ruleOut(context, at, assessed);
  return assessed;
}

/** Something that the plan carries was said in a clause before. */
function isBehindCall({ reading: { spans } }: AccountContext, { start }: Clause, parts: readonly Part[]): boolean {
  return parts.some(({ status }, at) => status === "carried" && (spans[at]?.end ?? start + 1) <= start);
}

function ownSpans({ reading }: AccountContext, { spans }: Clause): { at: number; span: Span }[] {
  return spans.flatMap((at) => {
    const span = reading.spans[at];
    return span === undefined ? [] : [{ at, span }];
  });
}

/** "Not sure.", "never mind": it says nothing of its own and speaks of what is beside it. */
function isBare(own: readonly { span: Span }[]): boolean {
  return own.every(({ span: { kind } }) => /^(?:polarity|act|filler|link|question|pronoun)$/.test(kind));
}

/** "Don't notify Bob": it says itself what it is about, where "don't mind the last message" may speak of the order beside it. */
function isOfOther(own: readonly { span: Span }[]): boolean {
  // "… or do not do it" speaks of the order, too.
  return own.some(({ span }) =>
    span.kind === "verb" ? span.op !== "do" : /^(?:identifier|quoted|email|url|number|date|interval)$/.test(span.kind),
  );
}

/** "What of it?" beside an order may doubt it. */
function asksNothing({ act }: Clause, own: readonly { span: Span }[]): boolean {
  return act === "ask" && isBare(own) && own.some(({ span }) => span.kind === "question");
}

/** Whether a call does what the verb of a clause says. */
function doesVerb({ reading }: AccountContext, { tool }: AccountCall, { verb }: Clause): boolean {
  const span = verb === undefined ? undefined : reading.spans[verb];
  return span?.kind === "verb" && tool !== undefined && toolWords(tool).operations.has(span.op);
}

/** Clauses that must lead to no write. */
function ruledOut({ act, polarity }: Clause): UnaccountedReason | undefined {
  if (act === "forbid" || act === "cancel" || polarity === "negated") return "forbidden";
  return polarity === "hedged" || polarity === "hypothetical" ? "doubtful" : undefined;
}

/** "Who can lock the door?", "do we have to lock it?": a question orders nothing, though a tool does what its verb says. */
function isQuestionFor(context: AccountContext, writes: readonly AccountCall[], clause: Clause): boolean {
  const span = clause.verb === undefined ? undefined : context.reading.spans[clause.verb];
  if (clause.act !== "ask" || span?.kind !== "verb" || !changes(span.op)) return false;
  return writes.some((call) => doesVerb(context, call, clause));
}

/** "Why close it?" asks for a reason, and orders nothing. */
function asksWhy(own: readonly { span: Span }[]): boolean {
  return own.some(({ span }) => span.kind === "question" && span.asks === "why");
}

function mark(parts: Part[], spans: readonly { at: number }[], why: UnaccountedReason): void {
  for (const { at } of spans) {
    const part = parts[at];
    if (part === undefined || (why === "request" && part.status === "meaningless")) continue;
    const { from, to, words, kind } = part;
    parts[at] = { from, to, words, kind, status: "unaccounted", why };
  }
}

/** "Acme signed, turn Q-1 into an order": who did what, and nothing more, says why; behind the order it might call it off. */
function isReason(
  { reading }: AccountContext,
  { act, polarity, spans, verb, start }: Clause,
  parts: readonly Part[],
): boolean {
  const isBefore = reading.clauses.some((one) => one.act === "do" && one.start > start);
  if (act !== "tell" || polarity !== "positive" || !isBefore) return false;
  const lost = spans.filter((at) => parts[at]?.status === "unaccounted");
  const isPast = (at: number): boolean => {
    const span = reading.spans[at];
    const token = span === undefined ? undefined : reading.tokens[span.start];
    if (span === undefined || token === undefined) return false;
    if (span.kind === "verb") return span.form === "past";
    return span.kind === "unknown" && languages[token.lang].verbForm(token.lower) === "past";
  };
  const others = lost.filter((at) => !isPast(at) && !hasRole(reading.spans[at]?.text.toLowerCase() ?? "", "approval"));
  const isPlain = (at: number): boolean => /^(?:name|word|unknown|pronoun)$/.test(reading.spans[at]?.kind ?? "");
  return spans.some(isPast) && others.length <= 1 && others.every(isPlain) && (verb === undefined || isPast(verb));
}

/** A prohibition is carried by a plan that does not do it. */
function settle(parts: Part[], spans: readonly { at: number }[]): void {
  for (const { at } of spans) {
    const part = parts[at];
    if (part?.status !== "unaccounted" || part.why !== "unused") continue;
    const { from, to, words, kind } = part;
    parts[at] = { from, to, words, kind, status: "carried", as: "condition" };
  }
}

/** A request of its own whose verb nothing does and of which no value arrived anywhere. */
function isUnplanned({ act, spans, verb, elliptic }: Clause, parts: readonly Part[]): boolean {
  if ((act !== "do" && act !== "ask") || elliptic) return false;
  const meant = spans.flatMap((at) => parts[at] ?? []).filter(({ status }) => status !== "meaningless");
  if (meant.length === 0) return false;
  const done = verb !== undefined && parts[verb]?.status === "carried";
  return !done && !meant.some((part) => part.status === "carried" && (act === "ask" || part.as !== "tool"));
}

/** What "not", "instead of" and "except" leave out must be no value of a write; where it is none, the plan carries the word. */
function ruleOut(context: AccountContext, at: number, parts: Part[]): void {
  const span = context.reading.spans[at];
  const scope = span === undefined ? undefined : scopeOf(span);
  if (span === undefined || scope === undefined) return;
  const inside = context.reading.spans.flatMap(({ start, end }, i) =>
    start >= scope.start && end <= scope.end ? [{ at: i }] : [],
  );
  const used = inside.filter((one) => {
    const part = parts[one.at];
    return part?.status === "carried" && part.as === "argument";
  });
  const doubts = span.kind === "polarity" && span.value !== "not" && span.value !== "instead";
  if (used.length > 0 && !context.reads) mark(parts, used, doubts ? "doubtful" : "forbidden");
  else if (used.length === 0 && !doubts && isBeside(context, span, parts) && !isSweeping(context, span))
    settle(parts, [...inside, { at }]);
}

function scopeOf(span: Span): { start: number; end: number } | undefined {
  if (span.kind === "polarity") return span.scope;
  if (span.kind !== "quantifier" || span.value !== "except") return undefined;
  return span.scope ?? { start: span.end, end: span.end + 1 };
}

/** Something of its clause is in the plan: "but not before Friday", a sentence of its own, leaves nothing of it out. */
function isBeside({ reading, reads }: AccountContext, { clause }: Span, parts: readonly Part[]): boolean {
  return reads || reading.spans.some((one, at) => one.clause === clause && parts[at]?.status === "carried");
}

/** "All but one": what takes everything leaves nothing out by not naming it. */
function isSweeping({ reading, plan }: AccountContext, { clause, kind }: Span): boolean {
  if (kind !== "quantifier") return false;
  const all = reading.spans.some(
    (one) => one.clause === clause && one.kind === "quantifier" && (one.value === "all" || one.value === "each"),
  );
  return all || plan.calls.some(({ forEach }) => forEach !== undefined);
}
