import type { Clause } from "../../../language/clauses/clause.ts";
import { hasConcept } from "../../../language/lexicon/has-concept.ts";
import { languages } from "../../../language/languages.ts";
import { changes } from "../../../language/words/operation.ts";
import { daysSince } from "../sets/value-tests.ts";
import { compares, countedIn } from "./conditions.ts";
import { dayAfter, type ReadingContext } from "./context.ts";
import { strayItem } from "./stray.ts";
import { isItem, type Item } from "../items/item.ts";
import { readClause } from "./read-clause.ts";
import { isPeriod, readMeasured } from "./read-measures.ts";
import { type Doubt, isDoubt, type RecordSet } from "./request.ts";
import { rowsOf } from "../sets/tests.ts";
import { type OpenQuestion, hasMeaning, notePerson, type TextState } from "./text-state.ts";

/** "If Maria has tasks in progress", "if so": whether it is so; anything that cannot be told is asked about. */
export function readCondition(clause: Clause, items: readonly Item[], state: TextState): void {
  const holds = holdsIn(clause, items, state);
  if (typeof holds === "object") return void state.doubts.push(holds);
  state.holds = holds !== (clause.role === "unless");
  state.asked = { ...state.asked, holds };
  notePerson(items, state);
}

function holdsIn(clause: Clause, items: readonly Item[], state: TextState): boolean | Doubt {
  const measured = readMeasured(items, state.context, state.measures);
  if (measured !== undefined && isDoubt(measured)) return measured;
  if (measured !== undefined) {
    state.measures = measured.spoken;
    return measured.holds;
  }
  const elapsed = elapsedIn(items, state);
  if (elapsed !== undefined) return elapsed;
  const isNegated = items.some(
    (item) => item.is === "polarity" || (isItem(item, "quantifier") && item.span.value === "none"),
  );
  const isBare = !items.some((item) => hasMeaning(item) && item.is !== "polarity");
  if (isBare && state.asked?.holds !== undefined) return state.asked.holds !== isNegated;
  // "Unless not A": a name says nothing that could hold.
  const said = items.filter((item) => hasMeaning(item) && item.is !== "polarity");
  if (!isBare && isNegated && said.every(({ is }) => /^(?:name|key|person)$/.test(is)))
    return { doubt: "words", words: clause.text, understood: [] };
  const counted = countedIn(items);
  if (asksConsent(clause, items, state.context)) return { doubt: "words", words: clause.text, understood: [] };
  if (!isBare && !isTestable(items, state.context)) return { doubt: "words", words: clause.text, understood: [] };
  const set = isBare ? state.asked?.set : conditionSet(clause, counted?.rest ?? items, state);
  if (set === undefined) return { doubt: "words", words: clause.text, understood: [] };
  if (isDoubt(set)) return set;
  if (isBare && state.requests.at(-1)?.do === "ask") state.requests.pop();
  const count = rowsOf(set, state.context.world).length;
  state.asked = { set };
  state.context = { ...state.context, spokenOf: { ...state.context.spokenOf, set } };
  return (counted === undefined ? count > 0 : compares(count, counted)) !== isNegated;
}

/** "If Ann agrees": what somebody thinks of it, unless the word is a value of a record ("if it is approved"). */
function asksConsent({ start, end }: Clause, items: readonly Item[], { reading }: ReadingContext): boolean {
  const isValue = (at: number): boolean =>
    items.some((item) => /^(?:option|mark|quoted)$/.test(item.is) && item.start <= at && at < item.end);
  return reading.tokens.slice(start, end).some(({ lower }, i) => hasConcept(lower, "consents") && !isValue(start + i));
}

/**
 * Records show how things are, not what somebody will do or think: "if it is late", not "if the client signs", "unless Tom is against
 * it".
 */
function isTestable(items: readonly Item[], context: ReadingContext): boolean {
  const { tokens, spans } = context.reading;
  const isEvent = (item: Item): boolean => {
    if (isItem(item, "verb")) return changes(item.op) && item.op !== "do" && !/^(?:past|participle)$/.test(item.form);
    const token = tokens[item.start];
    if (token === undefined || !/^(?:option|deed|unknown|word)$/.test(item.is)) return false;
    const isVerb = spans.some((span) => span.start === item.start && /^(?:unknown|word|verb)$/.test(span.kind));
    return isVerb && item.end === item.start + 1 && languages[token.lang].verbForm(token.lower) === "present";
  };
  const isAnswer = ({ start, end }: Item): boolean =>
    spans.some((span) => span.kind === "act" && span.start <= start && span.end >= end);
  const isOther = ({ start }: Item): boolean => !spans.some((span) => span.start === start && span.kind === "pronoun");
  const says = items.some(({ is }) => !/^(?:person|whose|filler|prep|joint|sign|verb|polarity|pronoun)$/.test(is));
  const isSaid = says || items.some(({ is }) => is === "pronoun");
  return (
    isSaid &&
    !items.some((item) => isEvent(item) || isAnswer(item)) &&
    strayItem(items.filter(isOther), context) === undefined
  );
}

/** "It's been longer than four days": nothing of the kind that was spoken of in that time. */
function elapsedIn(items: readonly Item[], { asked: { set: asked } = {}, context }: TextState): boolean | undefined {
  const compared = items.find((item) => isItem(item, "compare"));
  const length = items.find((item) => isItem(item, "duration"));
  if (asked === undefined || !isItem(compared, "compare") || !isItem(length, "duration")) return undefined;
  const when = context.world.pack.records[asked.kind]?.when;
  const isOther = items.some((item) => hasMeaning(item) && !/^(?:compare|duration|pronoun|verb)$/.test(item.is));
  if (when === undefined || isOther) return undefined;
  const low = dayAfter(context.today, -daysSince(length.span, context.today));
  const tests = asked.tests.filter(({ field }) => field !== when);
  const { pick: _, ...set } = asked;
  const recent = {
    ...set,
    tests: [...tests, { field: when, op: "between" as const, low, high: context.localNow }],
    all: true,
  };
  const isRecent = rowsOf(recent, context.world).length > 0;
  return /^(?:more|atLeast)$/.test(compared.span.value) ? !isRecent : isRecent;
}

/** The records that a clause says are there, or asks about. */
export function conditionSet(
  clause: Clause,
  items: readonly Item[],
  { context }: TextState,
): RecordSet | Doubt | undefined {
  const plain = items.filter(
    (item) => item.is !== "polarity" && !(isItem(item, "verb") && item.op === "read") && !isPeriod(item),
  );
  const positive = { ...clause, polarity: "positive" } as const;
  const { requests, doubt } = readClause({ clause: positive, items: plain, mode: "ask" }, context);
  const [first] = requests;
  if (doubt !== undefined || items.some(({ is }) => is === "compare")) return doubt;
  if (first === undefined || !("set" in first) || first.do !== "ask") return undefined;
  const { set, ask } = first;
  // "If Acme is won": the record as it is said to be.
  return ask.of === "whether"
    ? { ...set, tests: [...set.tests, { field: ask.field, op: "is", values: ask.values }] }
    : set;
}

/** "I think Ann might have late tasks": nothing is asked for, and a condition or "them" may refer to it. */
export function supposed(clause: Clause, items: readonly Item[], state: TextState): OpenQuestion | undefined {
  if (!/^(?:tell|forbid)$/.test(clause.act) || clause.polarity === "positive") return undefined;
  const isChange = items.some((item) => isItem(item, "verb") && changes(item.op));
  const goesOn = state.context.reading.clauses.some(
    ({ role, act, start }) => (role === "if" || act === "do") && start > clause.start,
  );
  if (isChange || !goesOn) return undefined;
  const plain = items.filter(({ is }) => is !== "polarity");
  const measured = readMeasured(plain, state.context, state.measures);
  if (measured !== undefined && !isDoubt(measured)) {
    state.measures = measured.spoken;
    return { holds: measured.holds };
  }
  const set = conditionSet(clause, items, state);
  if (set === undefined || isDoubt(set)) return undefined;
  state.context = { ...state.context, spokenOf: { ...state.context.spokenOf, set } };
  return { set };
}
