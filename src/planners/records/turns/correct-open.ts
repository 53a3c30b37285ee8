import { hasConcept } from "../../../language/lexicon/has-concept.ts";
import type { ReadingContext } from "../requests/context.ts";
import { textOf } from "../world/find-rows.ts";
import { isRemoval } from "./follow-up.ts";
import { isItem, type Item } from "../items/item.ts";
import type { Change, RecordSet, Request, Row } from "../requests/request.ts";
import { combined, revalued } from "./revalue.ts";
import { rowsOf } from "../sets/tests.ts";
import { hasMeaning, type TextReading } from "../requests/text-state.ts";

type OnSet = Exclude<Request, { do: "create" | "plot" | "ask" }>;
type Changing = Extract<Request, { do: "change" }>;

/**
 * What is asked for and not done yet, with one of it put right: another value for a record or a place among those shown, or a further
 * field of the same records. Undefined where a message does none of these.
 */
export function corrected(
  context: ReadingContext,
  own: TextReading,
  { requests, isDone }: TextReading,
): Request[] | undefined {
  if (isDone === true || requests.length === 0 || requests.some(({ do: it }) => it === "ask" || it === "plot"))
    return undefined;
  const nth = nthCorrected(requests, context);
  if (nth !== undefined) return nth;
  const narrows = context.items.some(
    (item) => isRemoval(item, context) || (isItem(item, "quantifier") && item.span.value === "only"),
  );
  if (narrows) return undefined;
  if (own.doubts.length > 0 || own.withheld.length > 0 || own.requests.length === 0) return undefined;
  let all: Request[] | undefined = [...requests];
  for (const one of own.requests.flatMap((each) => apart(each, requests, context))) {
    if (all === undefined || (one.do !== "change" && one.do !== "operate")) return undefined;
    all = withOne(all, one, context);
  }
  return all;
}

/** The second of what is asked for, with another value: "the second one to Tom". */
function nthCorrected(requests: readonly Request[], context: ReadingContext): Request[] | undefined {
  const said = context.items.filter(hasMeaning);
  const [nth, ...others] = said.filter((item) => (isItem(item, "number") && item.span.ordinal === true) || isEnd(item));
  const values = said.filter(
    (item) => /^(?:option|person|date|time|duration|quoted|number)$/.test(item.is) && item !== nth,
  );
  const isRead = said.every((item) => !/^(?:unknown|word|name|key|kind|question|polarity|operation)$/.test(item.is));
  if (nth === undefined || others.length > 0 || values.length === 0 || !isRead) return undefined;
  const all = requests.flatMap((one) => singles(one, context));
  const isLast = isItem(nth, "quantifier") && nth.span.value === "last";
  const place = isItem(nth, "number") ? nth.span.value : isLast ? all.length : 1;
  const one = all[place - 1];
  if (all.length < 2 || one === undefined) return undefined;
  const items = said.filter((item) => item !== nth && !isStandIn(item));
  const made = revalued(one, { items, context });
  return made === undefined ? undefined : [...all.slice(0, place - 1), ...made, ...all.slice(place)];
}

function isEnd(item: Item): boolean {
  return isItem(item, "quantifier") && /^(?:first|last)$/.test(item.span.value) && (item.span.count ?? 1) === 1;
}

/** "One" of "the second one". */
export function isStandIn(item: Item): boolean {
  const isOne = isItem(item, "number") && item.span.value === 1 && item.span.ordinal !== true;
  return item.is === "pronoun" || (isOne && hasConcept(item.text, "pron.thing"));
}

/** "Both of them": records that something was asked for one after the other. */
function apart(request: Request, all: readonly Request[], context: ReadingContext): Request[] {
  const rowsOfOne = (one: Request): readonly Row[] => ("set" in one ? rowsOf(one.set, context.world) : []);
  const rows = rowsOfOne(request);
  const isCovered = (one: Request): boolean => rows.every((row) => rowsOfOne(one).includes(row));
  return !("set" in request) || !request.set.all || all.some(isCovered) ? [request] : singles(request, context);
}

/** A request for each of its records. */
function singles(request: Request, { world }: ReadingContext): Request[] {
  if (!("set" in request)) return [request];
  const id = world.pack.records[request.set.kind]?.id ?? "";
  const rows = rowsOf(request.set, world);
  return rows.length < 2 ? [request] : rows.map((row) => ({ ...request, set: setFor(request.set, [row], id) }));
}

function setFor(set: RecordSet, rows: readonly Row[], id: string): RecordSet {
  const ids = new Set(rows.map((row) => textOf(row[id])));
  return { ...set, tests: [{ field: id, op: "ids", ids }], all: rows.length > 1 };
}

/** One more order about records that something is asked for already; undefined where it is about others, or another one alone. */
function withOne(all: readonly Request[], one: OnSet, context: ReadingContext): Request[] | undefined {
  const { world } = context;
  const isNamed = context.items.some(({ is }) => /^(?:name|key|kind|place|mark)$/.test(is));
  for (const [at, other] of all.entries()) {
    if (!("set" in other) || other.do === "ask" || other.set.kind !== one.set.kind) continue;
    const known = rowsOf(other.set, world);
    const said = rowsOf(one.set, world);
    const shared = known.filter((row) => said.includes(row));
    // "Acme to briefing": of several by that name the one that is spoken of.
    const isMeant = said.length === shared.length || (!one.set.all && shared.length === 1);
    if (shared.length === 0 || !isMeant || (said.length === 0 && !isClosed(one.set))) continue;
    const id = world.pack.records[one.set.kind]?.id ?? "";
    const set = said.length === shared.length ? one.set : setFor(one.set, shared, id);
    const isOther = one.do === "change" && other.do === "change" && conflicts(one, other);
    if (!isOther && (isNamed || isCorrection(context))) continue;
    if (one.do !== "change" || other.do !== "change") return [...all, { ...one, set }];
    const rest = known.filter((row) => !shared.includes(row));
    const changes = joinedChanges(other.changes, one.changes, context);
    if (changes === undefined) return undefined;
    const made: Changing = { ...other, set: rest.length === 0 ? other.set : set, changes, missing: one.missing };
    const left: Request[] = rest.length === 0 ? [] : [{ ...other, set: setFor(other.set, rest, id) }];
    return [...all.slice(0, at), ...left, made, ...all.slice(at + 1)];
  }
  return undefined;
}

function isClosed({ all, tests }: RecordSet): boolean {
  return all || tests.length > 0;
}

/** Another value for a field that is to be changed already. */
function conflicts(one: Changing, other: Changing): boolean {
  return one.changes.some(({ field, value }) =>
    other.changes.some((was) => was.field === field && JSON.stringify(was.value) !== JSON.stringify(value)),
  );
}

export function isCorrection({ reading }: ReadingContext): boolean {
  const first = reading.tokens.find(({ kind }) => kind === "word")?.lower ?? "";
  if (hasConcept(first, "act.correct") || hasConcept(first, "act.cancel")) return true;
  return reading.spans.some(
    (span) =>
      (span.kind === "act" && /^(?:correct|cancel|undo)$/.test(span.act)) ||
      (span.kind === "verb" && span.op === "undo"),
  );
}

/** The values before with the new ones in their place. */
export function joinedChanges(
  before: readonly Change[],
  now: readonly Change[],
  context: ReadingContext,
): Change[] | undefined {
  const out = new Map(before.map((change) => [change.field, change]));
  for (const change of now) {
    const made = combined(out.get(change.field), change, context);
    if (made === undefined) return undefined;
    out.set(change.field, made);
  }
  return [...out.values()];
}
