import { compact } from "../../../plan/compact.ts";
import type { ReadingContext } from "../requests/context.ts";
import { continued, isClosed } from "./continue-draft.ts";
import { corrected, isCorrection } from "./correct-open.ts";
import { hasMeaning, isRemoval, isRuledOut, narrowed, pickWords, readFollowUp, startsWithLink } from "./follow-up.ts";
import { hasConcept } from "../../../language/lexicon/has-concept.ts";
import { isItem, type Item } from "../items/item.ts";
import { leftOut } from "./leave-out.ts";
import { readRequests } from "../requests/read-requests.ts";
import { isSameAgain, repeatedFor } from "./repeat-for.ts";
import { textOf } from "../world/find-rows.ts";
import type { Doubt, RecordSet, Request, Row, Value } from "../requests/request.ts";
import { rowsOf } from "../sets/tests.ts";
import { renamedNew } from "./rename-new.ts";
import { suitedTime } from "./suited-time.ts";
import type { TextReading } from "../requests/text-state.ts";

type SpokenBefore = { reading: TextReading; spokenOf: ReadingContext["spokenOf"] };

/** What the messages before came to, each read against those before it. The first so many are done. */
export function readBefore(messages: readonly ReadingContext[], done: number): SpokenBefore | undefined {
  let known: SpokenBefore | undefined;
  for (const [at, message] of messages.entries()) {
    const context = { ...message, spokenOf: known?.spokenOf ?? {} };
    const read = readTurn(context, known?.reading).reading;
    const reading = at < done ? carriedOut(read, context) : read;
    const last = reading.requests.at(-1);
    const named = reading.requests.findLast((request) => "set" in request);
    // What is still to be made is no record that something else could be done with.
    const set =
      last?.do === "create" ? undefined : named !== undefined && "set" in named ? named.set : known?.spokenOf.set;
    const person =
      context.items.flatMap((item) => (isItem(item, "person") && item.people.length === 1 ? item.people : []))[0] ??
      known?.spokenOf.person;
    const isList = set !== undefined && rowsOf(set, context.world).length > 1;
    const list = isList ? set : known?.spokenOf.list;
    known = { reading, spokenOf: compact({ set, list, person }) };
  }
  return known;
}

/** A reading that was carried out: what it made are records now. */
function carriedOut(reading: TextReading, context: ReadingContext): TextReading {
  const made = reading.requests.flatMap((one) => (one.do === "create" ? [one] : []));
  const sets = [...new Set(made.map(({ kind }) => kind))].flatMap((kind): Request[] => {
    const set = createdSet(
      made.filter((one) => one.kind === kind),
      context,
    );
    return set === undefined ? [] : [{ do: "change", set, changes: [], missing: [] }];
  });
  const others = reading.requests.filter(({ do: it }) => it !== "create");
  return { ...reading, requests: [...others, ...sets], isDone: true };
}

function createdSet(
  made: readonly Extract<Request, { do: "create" }>[],
  { world }: ReadingContext,
): RecordSet | undefined {
  const [last] = made;
  const record = world.pack.records[last?.kind ?? ""];
  if (last === undefined || record === undefined) return undefined;
  const rows = made.flatMap(({ kind, changes }) => {
    const name = changes.find(({ field }) => field === record.name)?.value;
    const isIt = (row: Row): boolean => name?.is === "json" && row[record.name] === name.value;
    return (world.rows.get(kind) ?? []).filter(isIt).slice(-1);
  });
  const ids = new Set(rows.map((row) => textOf(row[record.id])));
  if (ids.size === 0) return undefined;
  const tests = [{ field: record.id, op: "ids" as const, ids }];
  return { kind: last.kind, tests, all: ids.size > 1, said: last.said };
}

type TurnReading = { reading: TextReading; follows: boolean };

function followed(requests: Request[], withheld: TextReading["withheld"] = []): TurnReading {
  return { reading: { requests, doubts: [], withheld, parts: [] }, follows: true };
}

/** "Both", "all of them" of several that something was asked for one after the other. */
function withSpokenTogether(context: ReadingContext, before: TextReading | undefined): ReadingContext {
  const { items, world, spokenOf } = context;
  const kind = spokenOf.set?.kind ?? "";
  const id = world.pack.records[kind]?.id ?? "";
  const isMany = items.some(
    (item) =>
      (isItem(item, "quantifier") && item.span.value === "both") ||
      (isItem(item, "pronoun") && item.span.of === "things"),
  );
  const own = (before?.requests ?? []).flatMap((one) => ("set" in one && one.set.kind === kind ? [one.set] : []));
  const ids = new Set(own.flatMap((set) => rowsOf(set, world).map((row) => textOf(row[id]))));
  if (!isMany || own.length < 2 || ids.size < 2 || spokenOf.set === undefined) return context;
  const set: RecordSet = { ...spokenOf.set, tests: [{ field: id, op: "ids", ids }], all: true };
  return { ...context, spokenOf: { ...spokenOf, set } };
}

/** A message by itself, or as a change of what was said before where that is what it reads as. */
export function readTurn(message: ReadingContext, before: TextReading | undefined): TurnReading {
  const context = withSpokenTogether(message, before);
  const own = readRequests(context);

  if (before === undefined || own.doubts.some((one) => one.doubt === "meant" && one.of !== "needless"))
    return { reading: own, follows: false };
  const { items } = context;
  const which: Doubt = { doubt: "which", said: context.reading.source };
  const unclear = { reading: { ...own, requests: [], doubts: [which] }, follows: false };
  if (items.some(isSameAgain)) {
    const requests = repeatedFor(before, context);
    return requests === undefined ? unclear : followed(requests);
  }
  const isWhole =
    own.requests.length > 0 && own.doubts.length === 0 && own.withheld.length === 0 && own.requests.every(isClosed);
  const names = items.some(({ is }) => /^(?:name|key|kind|place|mark)$/.test(is));
  const speaks = items.some(({ is }) => /^(?:verb|question|operation|deed)$/.test(is) || (is === "pronoun" && !names));
  const left = turnWithout(context, before);
  if (left !== undefined) return left;
  const suited = suitedTime(context, before) ?? renamedNew(context, before);
  if (suited !== undefined) return followed(suited);
  const picked = isPickOpen(context, before)
    ? (pickWords(context, before) ?? readFollowUp(context, before))
    : undefined;
  if (picked !== undefined) return followed(picked);
  const isNth = items.some((item) => isItem(item, "number") && item.span.ordinal === true) && isPut(items);
  const isOfAnswer =
    before.requests.at(-1)?.do === "ask" && !speaks && !isNth && !items.some(({ is }) => is === "quantifier");
  const isComplete =
    isWhole &&
    !(isOfAnswer && !names) &&
    (speaks || isNth || (names && !isOnlyNamed(items))) &&
    !leavesOutShown(context, before);
  // "No, put it back, give it to Tom": what was open is dropped.
  if (isWhole && items.some((item) => isItem(item, "verb") && item.op === "undo"))
    return { reading: own, follows: true };
  const narrower = askedOf(before.requests.at(-1), own, context);
  if (narrower !== undefined) return followed([narrower]);
  const more = continued(context, own, before);
  if (more !== undefined) return followed(more);
  // "Change it to 15" after a note: of the note, or of a field nobody named.
  const isOfText = before.requests.at(-1)?.do === "operate" && !names && !items.some(({ is }) => is === "field");
  const isOfTextAlone =
    own.requests.some((request) => request.do === "remove") ||
    (own.requests.some((request) => request.do === "change") && items.some(({ is }) => is === "number"));
  if (isOfText && isOfTextAlone) return unclear;
  // "No, by two weeks" of what was moved already: from where it is now, or from where it was.
  const isMoved = own.requests.some((one) => one.do === "change" && one.changes.some(({ value }) => isRelative(value)));
  if (before.isDone === true && isMoved && !names && isCorrection(context)) return unclear;
  const fixed = corrected(context, own, before);
  if (fixed !== undefined) return followed(fixed);
  if (!isComplete) {
    const requests = readFollowUp(context, before);
    if (requests !== undefined) return dropsPerson(requests, context) ? unclear : followed(requests);
  }
  if (isOfAnswer && !names && own.requests.some((request) => request.do !== "ask") && !setsAsked(context, own, before))
    return unclear;
  return { reading: own, follows: isWhole && (!names || items.some(({ is }) => is === "pronoun")) };
}

/** What is asked for without the parts that a message leaves out, and with what else it says. */
function turnWithout(context: ReadingContext, before: TextReading): TurnReading | undefined {
  const left = leftOut(context.items, before);
  if (left === undefined) return undefined;
  const { requests, items } = left;
  const withheld = context.reading.clauses;
  if (!items.some(isSaid)) return followed(requests, requests.length === 0 ? [...withheld] : []);
  const rest = { ...context, items };
  const turn = requests.length === 0 ? readRequests(rest) : readTurn(rest, { ...before, requests }).reading;
  return { reading: turn, follows: true };
}

/** Somebody whom a message names beside other values, and who got into nothing that is asked for. */
function dropsPerson(requests: readonly Request[], { items }: ReadingContext): boolean {
  const hasOther = items.some(({ is }) => is === "date" || is === "number" || is === "option");
  const isWrite = requests.some(({ do: it }) => it === "create" || it === "change");
  const said = JSON.stringify(requests, (_, value: unknown) => (value instanceof Set ? [...value] : value));
  const named = items.filter((item) => isItem(item, "person") && item.form === "plain" && !isRuledOut(item, items));
  return (
    hasOther &&
    isWrite &&
    named.some((item) => isItem(item, "person") && !item.people.some(({ id }) => said.includes(id)))
  );
}

/** An item that carries something, and no "just" or "no" beside what is left out. */
function isSaid(item: Item): boolean {
  return hasMeaning(item) && !(isItem(item, "polarity") && hasConcept(item.text, "act.cancel"));
}

function isRelative({ is }: Value): boolean {
  return is === "shift" || is === "added";
}

/** "When is it due?", "make it May 9": another value for the field that was asked about. */
function setsAsked({ reading }: ReadingContext, { requests, doubts }: TextReading, before: TextReading): boolean {
  const [asked, own] = [before.requests.at(-1), requests[0]];
  const makes = reading.spans.some(
    (span) => span.kind === "act" && span.act === "correct" && span.end > span.start + 1,
  );
  if (!makes || asked?.do !== "ask" || asked.ask.of !== "field" || own?.do !== "change") return false;
  const { fields } = asked.ask;
  return doubts.length === 0 && requests.length === 1 && own.changes.every(({ field }) => fields.includes(field));
}

/** "And how much in total?": another question about the records that the one before was about. */
function askedOf(last: Request | undefined, own: TextReading, context: ReadingContext): Request | undefined {
  const isOther = context.items.some(({ is }) => /^(?:name|key|kind|place|pronoun)$/.test(is));
  if (last?.do !== "ask" || isOther || !startsWithLink(context)) return undefined;
  if (!last.set.all && rowsOf(last.set, context.world).length < 2) return undefined;
  const { kind, tests } = last.set;
  const asked = own.requests.find((one) => one.do === "ask" && one.set.kind === kind);
  if (asked?.do !== "ask" || own.doubts.length > 0) return undefined;
  const final = context.world.pack.records[kind]?.final ?? {};
  const added = asked.set.tests.filter(({ field, op }) => op !== "not" || final[field] === undefined);
  const kept = tests.filter((test) => added.every(({ field, op }) => field !== test.field || op === "ids"));
  return { ...asked, set: { ...last.set, ...asked.set, tests: [...kept, ...added], all: true } };
}

/** One of several records is to be chosen, and the message has no verb or noun of its own. */
function isPickOpen({ items, world }: ReadingContext, { requests }: TextReading): boolean {
  const last = requests.at(-1);
  if (last === undefined || !("set" in last) || last.set.all) return false;
  if (last.do === "ask" && last.ask.of !== "field") return false;
  const { kind } = last.set;
  // "Both deals": the noun of those that are shown.
  const isOther = (item: Item): boolean => isItem(item, "kind") && !item.senses.some((sense) => sense.kind === kind);
  return (
    rowsOf(last.set, world).length > 1 && !items.some((item) => /^(?:verb|option)$/.test(item.is) || isOther(item))
  );
}

/** "The second to Ann": a value behind a preposition, or somebody in the dative. */
function isPut(items: readonly Item[]): boolean {
  return items.some(
    (item, at) =>
      (items[at - 1]?.is === "prep" && /^(?:person|option|date)$/.test(item.is)) ||
      (isItem(item, "person") && item.form.includes("dative")),
  );
}

/** "Drop STU-6", "only STU-6" of several that a change was asked for: they are left out of it, not deleted. */
function leavesOutShown(context: ReadingContext, { requests, isDone }: TextReading): boolean {
  if (isDone === true) return false;
  const speaks = context.items.some(({ is }) => /^(?:kind|verb|question)$/.test(is)) || isPut(context.items);
  const isOpen = requests.some(({ do: it }) => it === "change" || it === "operate" || (it === "ask" && !speaks));
  const narrows = context.items.some(
    (item) => isRemoval(item, context) || (isItem(item, "quantifier") && item.span.value === "only"),
  );
  if (narrows && requests.length > 1 && requests.every(({ do: what }) => what === "create")) return true;
  return (
    isOpen &&
    narrows &&
    narrowed(requests, {
      items: context.items.filter(hasMeaning),
      keeps: !context.items.some((item) => isRemoval(item, context)),
      context,
    }) !== undefined
  );
}

/** A name and nothing else: no request of its own. */
function isOnlyNamed(items: readonly Item[]): boolean {
  return !items.some(({ is }) =>
    /^(?:verb|kind|question|field|option|person|date|mark|operation|deed|quantifier|place)$/.test(is),
  );
}
