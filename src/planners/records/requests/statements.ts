import { compact } from "../../../plan/compact.ts";
import type { Clause } from "../../../language/clauses/clause.ts";
import { hasConcept } from "../../../language/lexicon/has-concept.ts";
import { changeOf, currencyOf } from "./build-change.ts";
import { isItem, type Item } from "../items/item.ts";
import type { ClauseReading } from "./read-clause.ts";
import { conditionSet } from "./read-condition.ts";
import { isDoubt, type RecordSet, type Request } from "./request.ts";
import { namedSets } from "../sets/spoken-sets.ts";
import { rowsOf } from "../sets/tests.ts";
import { isTold, isUnknownOrder, opensWhen } from "./tells.ts";
import { notePerson, type TextState } from "./text-state.ts";

type StatementReading = { clause: Clause; items: readonly Item[]; told: ClauseReading; reading: ClauseReading };

/** A statement that asks for nothing: what it speaks of is what "them" refers to later. */
export function noteStatement({ clause, items, told, reading }: StatementReading, state: TextState): void {
  const { tokens } = state.context.reading;
  const [first] = told.requests;
  const set = first !== undefined && "set" in first ? first.set : undefined;
  const narrows = items.some(({ is }) =>
    /^(?:person|whose|mark|option|date|number|name|quantifier|key|kind)$/.test(is),
  );
  const orders = items.some((item) => isItem(item, "verb") && item.form === "imperative");
  // What stands behind a request and is neither a reason nor about a record may call it off.
  const isLoose = state.requests.length > 0 && !narrows && (clause.act === "tell" || clause.act === "correct");
  // "Quote of the day: …" heads what somebody else said; a sentence about "this" speaks of the order.
  const isHeading =
    tokens[items.at(-1)?.end ?? 0]?.text === ":" && !items.some(({ is }) => /^(?:person|name|kind|key)$/.test(is));
  const isOfOrder =
    state.requests.length > 0 && items.some(({ is, text }) => is === "pronoun" && hasConcept(text, "of.order"));
  if (clause.act === "tell" && (isHeading || isOfOrder)) {
    state.doubts.push({ doubt: "words", words: clause.text, understood: [] });
    return;
  }
  const isOpen = set === undefined && !narrows && clause.act === "tell" && !isTold(items, state.context);
  if (opensWhen(items, state.context))
    return void state.doubts.push({ doubt: "words", words: clause.text, understood: [] });
  if (set === undefined && (isLoose || isOpen || isUnknownOrder(items, state.context))) {
    state.doubts.push({ doubt: "words", words: clause.text, understood: [] });
    return;
  }
  if (
    set === undefined &&
    (orders || (narrows && reading.doubt?.doubt !== "words" && namedSets(items, state.context).length === 0))
  ) {
    if (reading.doubt !== undefined) state.doubts.push(reading.doubt);
    return;
  }
  const people = items.flatMap((item) => (isItem(item, "person") && item.people.length === 1 ? item.people : []));
  const others = items.some(({ is }) => /^(?:mark|option|date|number|name|quantifier|key|kind)$/.test(is));
  const person = people.length === 1 && !others ? people[0]?.id : undefined;
  const [own, ...alike] = namedSets(items, state.context);
  state.statements.push({
    ...compact({ set, person }),
    named: own === undefined ? [] : [own, ...alike],
    values: items.filter((item) => /^(?:number|date|option)$/.test(item.is) || isTaker(item, items)),
    text: clause.text,
    narrows,
    used: false,
  });
  // Whatever is told of a record by its name, "it" is the record.
  const spoken = own ?? set;
  if (spoken !== undefined)
    state.context = { ...state.context, spokenOf: { ...state.context.spokenOf, set: spoken, others: alike } };
  const asked = set ?? conditionSet(clause, items, state);
  if (asked !== undefined && !isDoubt(asked)) state.asked = { set: asked };
  notePerson(items, state);
  state.told = people.length === 1;
}

/** "Tim took it": who has it from now on. */
function isTaker({ is }: Item, items: readonly Item[]): boolean {
  return is === "person" && items.some((item) => isItem(item, "verb") && item.op === "own");
}

/** What was said around a request and narrows it must be in the request, or it is asked about. */
export function checkStatements(state: TextState): void {
  if (state.requests.length === 0) {
    const [first] = state.statements;
    if (first !== undefined && state.doubts.length === 0 && state.withheld.length === 0)
      state.doubts.push({ doubt: "words", words: first.text, understood: [] });
    return;
  }
  const bulk = state.requests.filter((request) => "set" in request && request.set.all && request.do !== "ask");
  for (const { set, text, narrows, used, person, named } of state.statements) {
    // "Ann is ill": whoever it speaks of is in the request as "them".
    const isOfPerson = person !== undefined && state.requests.every((one) => holdsPerson(one, person));
    const isNamed = named.length > 0 && state.requests.every((one) => "set" in one && isAmong(one.set, named, state));
    const isUsed =
      used ||
      isNamed ||
      (set !== undefined &&
        state.requests.some((one) => "set" in one && set.tests.every((test) => one.set.tests.includes(test))));
    if (!isUsed && !isOfPerson && (narrows || bulk.length > 0))
      state.doubts.push({
        doubt: "scope",
        said: text,
        read: bulk[0] !== undefined && "set" in bulk[0] ? bulk[0].set.said : "",
      });
  }
}

/** "Acme is at 700k now, update the amount": the value that a request lacks stands in the statement about its record. */
export function filledFrom(request: Request, state: TextState): Request {
  const [field, ...others] = request.do === "change" ? request.missing : [];
  const statement = state.statements.at(-1);
  if (request.do !== "change" || field === undefined || others.length > 0 || statement === undefined) return request;
  const { kind } = request.set;
  const record = state.context.world.pack.records[kind];
  if (record === undefined || !isAmong(request.set, statement.named, state)) return request;
  const found = statement.values.flatMap((item) => {
    const change = changeOf(item, { place: { parts: [], kind, record }, near: field, context: state.context });
    const isOwn = change !== undefined && !isDoubt(change) && change.field === field;
    return isOwn ? [[change, ...currencyOf([item], { field, record })]] : [];
  });
  const [changes = [], ...more] = found;
  return more.length > 0 || changes.length === 0 ? request : { ...request, changes, missing: [] };
}

/** Whether all records of a set are among those that were named. */
function isAmong(set: RecordSet, named: readonly RecordSet[], { context: { world } }: TextState): boolean {
  const rows = rowsOf(set, world);
  const others = named.filter(({ kind }) => kind === set.kind).flatMap((one) => rowsOf(one, world));
  return rows.length > 0 && rows.every((row) => others.includes(row));
}

/** Whether a request is about somebody's records, or for them. */
function holdsPerson(request: Request, id: string): boolean {
  const tests = "set" in request ? request.set.tests : [];
  const values = request.do === "change" || request.do === "create" ? request.changes : [];
  return (
    tests.some((test) => test.op === "is" && test.values.includes(id)) ||
    values.some(({ value }) => value.is === "person" && value.people.some((one) => one.id === id))
  );
}
