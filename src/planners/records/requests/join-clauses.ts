import type { Clause } from "../../../language/clauses/clause.ts";
import { hasConcept } from "../../../language/lexicon/has-concept.ts";
import type { ReadingContext } from "./context.ts";
import { isItem, type Item } from "../items/item.ts";
import { hasMeaning } from "./text-state.ts";

/** A clause whose verb is a word of the pack goes on with the one before: "direct traffic and total visits". */
export function joinClauses(clauses: readonly Clause[], { items, reading }: ReadingContext): Clause[] {
  const out: Clause[] = [];
  for (const clause of clauses) {
    const before = out.at(-1);
    const verb = clause.verb === undefined ? undefined : reading.spans[clause.verb]?.start;
    const item = items.find(({ start, end }) => verb !== undefined && start <= verb && end > verb);
    const goesOn =
      (item?.is === "measure" && clause.link === "and" && clause.role === "main") ||
      isValueBehindAs(clause, before, items) ||
      describes(clause, before, { items, reading });
    if (before !== undefined && goesOn) out.splice(-1, 1, { ...before, end: clause.end });
    else if (before !== undefined && isFronted(before, clause, items)) out.splice(-1, 1, withFront(before, clause));
    else out.push(clause);
  }
  return out;
}

/** "Mark all tasks in review, except T-4, as done": the value behind a comma belongs to the order. */
function isValueBehindAs(clause: Clause, before: Clause | undefined, items: readonly Item[]): boolean {
  const own = items.filter(({ start, end }) => start >= clause.start && end <= clause.end);
  const isValue = own[1]?.is === "option" && hasConcept(own[0]?.text ?? "", "as");
  return before?.act === "do" && before.sentence === clause.sentence && isValue && own.length === 2;
}

/** "Tasks in review, except T-4, close": what the order is about stands before it, set off by commas. */
function isFronted(front: Clause, clause: Clause, items: readonly Item[]): boolean {
  const within = ({ start, end }: Clause) => items.filter((item) => item.start >= start && item.end <= end);
  return (
    (front.act === "tell" || front.act === "forbid") &&
    front.verb === undefined &&
    front.role === "main" &&
    front.sentence === clause.sentence &&
    clause.act === "do" &&
    clause.verb !== undefined &&
    within(front).some(({ is }) => /^(?:kind|name|key)$/.test(is)) &&
    within(front).every(({ is }) => !/^(?:unknown|word|verb)$/.test(is)) &&
    !within(clause).some(({ is }) => /^(?:kind|name|key|pronoun|quantifier|whose|quoted)$/.test(is))
  );
}

/** What is ruled out before the order is ruled out for the whole: "tasks of Ann, only not T-1, close". */
function withFront(front: Clause, clause: Clause): Clause {
  const { start, from, link } = front;
  return {
    ...clause,
    start,
    from,
    link,
    spans: [...front.spans, ...clause.spans],
    parts: [...front.parts, ...clause.parts],
  };
}

/** "Show the deals, where an offer was sent": behind a comma and several records such a clause describes them. */
function describes(
  clause: Clause,
  before: Clause | undefined,
  { items, reading }: Pick<ReadingContext, "items" | "reading">,
): boolean {
  const isAsked = reading.sentences[clause.sentence]?.asks === true;
  const first = items.find(({ start, is }) => start >= clause.start && is !== "filler" && is !== "prep");
  const last = items.findLast((item) => item.end <= clause.start && hasMeaning(item));
  const behind = items.filter((item) => item.start >= (before?.start ?? 0) && item.end <= clause.start);
  // "Tasks of Ann, which are late": other descriptions may stand between.
  const noun = behind.findLast(({ is }) => !/^(?:person|option|mark|name|prep|joint|sign|filler)$/.test(is));
  const named = before?.act === "do" && last !== undefined ? noun : last;
  const isMany = isItem(named, "kind") && named.many;
  const isRelative =
    isItem(first, "question") &&
    (first.span.asks === "where" ||
      first.span.asks === "which" ||
      first.span.asks === "who" ||
      (first.span.asks === "what" && !isAsked));
  return isRelative && before?.sentence === clause.sentence && isMany;
}
