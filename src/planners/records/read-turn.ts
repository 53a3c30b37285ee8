import { compact } from "../../contracts/compact.ts";
import type { ReadingContext } from "./context.ts";
import { continued } from "./continue-draft.ts";
import { hasMeaning, isRemoval, narrowed, pickWords, readFollowUp, startsWithLink } from "./follow-up.ts";
import { isItem, type Item } from "./item.ts";
import { readRequests } from "./read-requests.ts";
import { isSameAgain, repeatedFor } from "./repeat-for.ts";
import { textOf } from "./find-rows.ts";
import type { Doubt, RecordSet, Request } from "./request.ts";
import { rowsOf } from "./tests.ts";
import type { TextReading } from "./text-state.ts";

/** What the messages before came to, each read against those before it. */
export function readBefore(
  messages: readonly ReadingContext[],
): { reading: TextReading; spokenOf: ReadingContext["spokenOf"] } | undefined {
  let known: { reading: TextReading; spokenOf: ReadingContext["spokenOf"] } | undefined;
  for (const message of messages) {
    const context = { ...message, spokenOf: known?.spokenOf ?? {} };
    const reading = readTurn(context, known?.reading).reading;
    const last = reading.requests.findLast((request) => "set" in request);
    const named = last !== undefined && "set" in last ? last.set : known?.spokenOf.set;
    const set = createdSet(reading.requests, context) ?? named;
    const person =
      context.items.flatMap((item) => (isItem(item, "person") && item.people.length === 1 ? item.people : []))[0] ??
      known?.spokenOf.person;
    const isList = set !== undefined && rowsOf(set, context.world).length > 1;
    const list = isList ? set : known?.spokenOf.list;
    known = { reading, spokenOf: compact({ set, list, person }) };
  }
  return known;
}

/** What was asked for and is there by now. */
function createdSet(requests: readonly Request[], { world }: ReadingContext): RecordSet | undefined {
  const last = requests.at(-1);
  const record = last?.do === "create" ? world.pack.records[last.kind] : undefined;
  if (last?.do !== "create" || record === undefined) return undefined;
  const name = last.changes.find(({ field }) => field === record.name)?.value;
  const row = (world.rows.get(last.kind) ?? []).findLast(
    (one) => name?.is === "json" && one[record.name] === name.value,
  );
  if (row === undefined) return undefined;
  const ids = new Set([textOf(row[record.id])]);
  return { kind: last.kind, tests: [{ field: record.id, op: "ids", ids }], all: false, said: last.said, read: [] };
}

type TurnReading = { reading: TextReading; follows: boolean };

function followed(requests: Request[]): TurnReading {
  return { reading: { requests, doubts: [], withheld: [], parts: [] }, follows: true };
}

/** A message by itself, or as a change of what was said before where that is what it reads as. */
export function readTurn(context: ReadingContext, before: TextReading | undefined): TurnReading {
  const own = readRequests(context);
  if (before === undefined || own.doubts.some(({ doubt }) => doubt === "meant"))
    return { reading: own, follows: false };
  const { items } = context;
  const which: Doubt = { doubt: "which", said: context.reading.source };
  const unclear = { reading: { ...own, requests: [], doubts: [which] }, follows: false };
  if (items.some(isSameAgain)) {
    const requests = repeatedFor(before.requests, context);
    return requests === undefined ? unclear : followed(requests);
  }
  const isWhole =
    own.requests.length > 0 && own.doubts.length === 0 && own.withheld.length === 0 && own.requests.every(isClosed);
  const names = items.some(({ is }) => /^(?:name|key|kind|place|mark)$/.test(is));
  const speaks = items.some(({ is }) => /^(?:verb|question|operation|deed)$/.test(is) || (is === "pronoun" && !names));
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
  if (!isComplete) {
    const requests = readFollowUp(context, before);
    if (requests !== undefined) return followed(requests);
  }
  // "Change it to 15" after a note: of the note, or of a field nobody named.
  const isOfText = before.requests.at(-1)?.do === "operate" && !names && !items.some(({ is }) => is === "field");
  if (isOfText && own.requests.some((request) => request.do === "change") && items.some(({ is }) => is === "number"))
    return unclear;
  if (isOfAnswer && !names && own.requests.some((request) => request.do !== "ask") && !setsAsked(context, own, before))
    return unclear;
  return { reading: own, follows: isWhole && (!names || items.some(({ is }) => is === "pronoun")) };
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
  return (
    rowsOf(last.set, world).length > 1 && !items.some(({ is }) => is === "verb" || is === "kind" || is === "option")
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

/** A set that says which records are meant. */
function isClosed(request: Request): boolean {
  return !("set" in request) || request.set.all || request.set.tests.length > 0;
}

/** "Drop STU-6", "only STU-6" of several that a change was asked for: they are left out of it, not deleted. */
function leavesOutShown(context: ReadingContext, { requests }: TextReading): boolean {
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
