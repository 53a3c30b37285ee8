import { languages } from "../../../language/languages.ts";
import { hasConcept } from "../../../language/lexicon/has-concept.ts";
import type { ReadingContext } from "../requests/context.ts";
import { labelledOption } from "../items/label-items.ts";
import { isItem, type Item, type ItemOf } from "../items/item.ts";
import type { TextReading } from "../requests/text-state.ts";
import { buildSets } from "../sets/build-set.ts";
import type { Part } from "../sets/roles.ts";
import { isDoubt, type RecordSet, type Request, type Row } from "../requests/request.ts";
import type { PackRecord } from "../../packs/records.ts";
import { keysOf } from "../world/names.ts";
import { revalued } from "./revalue.ts";
import { passes, rowsOf } from "../sets/tests.ts";
import { textOf } from "../world/world.ts";

/**
 * Reads a message against the requests before it: a value to use instead, another record, a choice among those shown, something to
 * leave out. Undefined where it is none of these.
 */
export function readFollowUp(context: ReadingContext, before: TextReading): Request[] | undefined {
  const { requests, isDone } = before;
  const last = requests.at(-1);
  if (last === undefined) return undefined;
  const items = context.items
    .filter((item) => hasMeaning(item) && !isRuledOut(item, context.items))
    .map((item) => awaitedValue(item, last, context) ?? item);
  const isUnread = items.some((item) => /^(?:unknown|word)$/.test(item.is) && !isForbidden(item, context.items));
  if (items.length === 0 || isUnread) return pickNamed(context, requests);
  const targets = items.filter(({ is }) => is === "name" || is === "key");
  const values = items.filter(({ is }) => /^(?:option|person|date|number|duration|contact|quoted|time)$/.test(is));
  const leavesOut = context.items.some((item) => isRemoval(item, context));
  const keeps = items.some((item) => isItem(item, "quantifier") && item.span.value === "only");
  // What is done already is not taken back by leaving it out.
  if ((leavesOut || keeps) && isDone === true) return undefined;
  if ((leavesOut || keeps) && requests.length > 1 && requests.every(({ do: what }) => what === "create"))
    return nthOf(requests, items, keeps || context.items.some(spares));
  if (leavesOut || keeps) return narrowed(requests, { items, keeps, context });
  const takesAll = items.some((item) => isItem(item, "quantifier") && /^(?:all|both|each)$/.test(item.span.value));
  if (
    takesAll &&
    targets.length === 0 &&
    "set" in last &&
    !last.set.all &&
    items.every(({ is }) => /^(?:quantifier|number|kind)$/.test(is))
  )
    return [...requests.slice(0, -1), { ...last, set: { ...last.set, all: true } }];
  if (targets.length === 0) {
    const picked = pickOrdinal(last, { items, context });
    if (picked !== undefined && values.every((item) => item.is === "number")) return [...requests.slice(0, -1), picked];
    if (values.length === 0 || requests.length !== 1) return undefined;
    // What is ruled out is no value.
    if (values.some((item) => isDenied(item, context.items))) return undefined;
    if (last.do === "ask") return refiltered(last, { items, context });
    return revalued(isDone === true ? withoutValues(last) : last, { items, context });
  }
  // A deed of its own is not the change before for another record.
  const isOther = items.some((item) => isItem(item, "verb") && item.op === "do" && item.form === "imperative");
  return values.length > 0 || isOther ? undefined : retargeted(before, { targets, context });
}

/** What was done is not done again beside another value. */
function withoutValues(last: Request): Request {
  return last.do === "change" ? { ...last, changes: [], missing: [] } : last;
}

/** The label of a value that a change still lacks. */
function awaitedValue(item: Item, request: Request, { world }: ReadingContext): Item | undefined {
  if (request.do !== "change" || !/^(?:unknown|word)$/.test(item.is)) return undefined;
  const { kind } = request.set;
  return labelledOption(
    item,
    request.missing.map((field) => ({ kind, field })),
    world.pack,
  );
}

type Message = { items: readonly Item[]; context: ReadingContext };

export function hasMeaning({ is }: Item): boolean {
  return !/^(?:filler|sign|joint|prep|polarity)$/.test(is);
}

export function isRuledOut({ start, end }: Item, items: readonly Item[]): boolean {
  return items.some((one) => {
    if (!isItem(one, "polarity") || !isReplaced(one, items) || isAnswer(one, items)) return false;
    return start >= one.end && end <= Math.min(one.span.scope.end, replacementStart(one, items));
  });
}

/** «Нет лучше Том»: at the head, before a word that corrects, it answers what was said before. */
function isAnswer(one: Item, items: readonly Item[]): boolean {
  const head = items.slice(0, items.indexOf(one) + 2).filter(({ is }) => is !== "sign");
  return head[0]?.start === one.start && head[1]?.is === "filler" && hasConcept(head[1].text, "act.correct");
}

/** Where the thing begins that is meant instead: behind the first pause or conjunction after what is ruled out. */
function replacementStart({ end }: Item, items: readonly Item[]): number {
  const first = items.find((item) => item.start >= end && hasMeaning(item));
  return (
    items.find((item) => item.start >= (first?.end ?? end) && (item.is === "joint" || /^[:;.—–-]$/.test(item.text)))
      ?.start ?? Number.POSITIVE_INFINITY
  );
}

/** "Not A but B", "B, not A": something else stands behind what is ruled out, or something like it before. */
function isReplaced(word: ItemOf<"polarity">, items: readonly Item[]): boolean {
  const from = Math.min(word.span.scope.end, replacementStart(word, items));
  const out = items.find((item) => item.start >= word.end && hasMeaning(item));
  return items.some(
    (item) => hasMeaning(item) && (item.start >= from || (item.end <= word.start && item.is === out?.is)),
  );
}

export function isRemoval(item: Item, { items }: Pick<ReadingContext, "items">): boolean {
  if (spares(item)) return !items.some(({ is }) => is === "operation");
  if (isItem(item, "verb")) return /^(?:delete|cancel)$/.test(item.op) && !isForbidden(item, items);
  // "Not the red one": without a verb, and without something that is meant instead.
  if (isItem(item, "polarity") && hasConcept(item.text, "local") && !hasConcept(item.text, "act.cancel")) return true;
  if (isItem(item, "polarity"))
    return (
      !items.some(({ is }) => is === "verb") &&
      !isReplaced(item, items) &&
      (hasNamed(item, items) || sparesDescribed(item, items))
    );
  return isItem(item, "quantifier") && item.span.value === "except";
}

/** "Leave B": of several changes without that one, of several new records only that one. */
function spares({ is, text }: Item): boolean {
  return (is === "verb" || is === "filler") && hasConcept(text, "spares");
}

function isForbidden({ start, end }: Item, items: readonly Item[]): boolean {
  return items.some((one) => isItem(one, "polarity") && one.span.scope.start <= start && one.span.scope.end >= end);
}

/** Right behind "not", with no comma between. */
function isDenied({ start }: Item, items: readonly Item[]): boolean {
  return items.some((one) => {
    if (!isItem(one, "polarity") || start < one.end) return false;
    return !items.some((item) => item.start >= one.end && item.end <= start && /^(?:joint|sign)$/.test(item.is));
  });
}

function hasNamed({ span }: ItemOf<"polarity">, items: readonly Item[]): boolean {
  return items.some(
    ({ is, start, end }) => /^(?:name|key)$/.test(is) && start >= span.scope.start && end <= span.scope.end,
  );
}

/** "Don't touch the lost one": with a word for what is not done, and a description beside it that is no value. */
function sparesDescribed({ text, end }: ItemOf<"polarity">, items: readonly Item[]): boolean {
  const described = items.filter(({ is }) => isDescription.test(is));
  const isValue = (item: Item): boolean => isItem(item, "option") && item.within !== undefined;
  const last = text.toLowerCase().split(" ").at(-1) ?? "";
  if (Object.values(languages).some(({ prepositions }) => prepositions.has(last))) return false;
  const isDeed = text.includes(" ") || items.some(({ is, start }) => start === end && /^(?:unknown|word)$/.test(is));
  return isDeed && described.length > 0 && !described.some(isValue) && !items.some(({ is }) => is === "prep");
}

/** "And Maria's?", "on hold?": the question before, about others. A question about a record by its name has no others. */
function refiltered(last: Extract<Request, { do: "ask" }>, { items, context }: Message): Request[] | undefined {
  const { kind, tests } = last.set;
  if (tests.some(({ op }) => op === "ids")) return undefined;
  const parts = items.map((item): Part => ({
    item,
    role: item.is === "question" || item.is === "verb" ? "skip" : "filter",
    rule: "follow-up",
  }));
  const made = buildSets({ parts, kind, asks: true }, { ...context, spokenOf: {} });
  if (made === undefined || isDoubt(made)) return undefined;
  const added = made.sets.flatMap(({ tests }) => tests);
  const fields = new Set(added.map(({ field }) => field));
  const kept = last.set.tests.filter(({ field }) => !fields.has(field));
  return [{ ...last, set: { ...last.set, tests: [...kept, ...added], all: true } }];
}

/** The same for another record: instead of the one before, or with it. */
function retargeted(
  { requests, isDone }: { requests: readonly Request[]; isDone?: boolean },
  { targets, context }: { targets: readonly Item[]; context: ReadingContext },
): Request[] | undefined {
  const last = requests.at(-1);
  if (last === undefined || !("set" in last)) return undefined;
  const record = context.world.pack.records[last.set.kind];
  const rows = targets.flatMap((item) => rowsNamed(item, last.set.kind, context));
  if (record === undefined || rows.length === 0) return undefined;
  const shown = new Set(rowsOf(last.set, context.world).map((row) => textOf(row[record.id])));
  const among = rows.filter((row) => shown.has(textOf(row[record.id])));
  if (!last.set.all && shown.size > 1 && among.length > 0)
    return [...requests.slice(0, -1), { ...last, set: setOf(last.set, among, record.id) }];
  const set = setOf({ ...last.set, said: targets.map(({ text }) => text).join(", ") }, rows, record.id);
  const adds = isDone !== true && (startsWithLink(context) || saysAlso(context));
  return adds ? [...requests, { ...last, set }] : [...requests.slice(0, -1), { ...last, set }];
}

/** "And …", "… too": with what was there before. */
export function startsWithLink({ items, reading }: ReadingContext): boolean {
  const first = items.find(({ is }) => is !== "sign");
  if (first?.is === "joint") return true;
  return reading.spans.some((span) => span.kind === "link" && (span.link === "and" || span.link === "then"));
}

/** "Also …", "… too": with what is there already. */
export function saysAlso({ reading: { tokens } }: ReadingContext): boolean {
  return tokens.some(({ lang, kind }, at) =>
    kind === "word" ? languages[lang].lexicon.all(tokens, at).some(({ concept }) => concept === "adds") : false,
  );
}

function rowsNamed(item: Item, kind: string, { world }: ReadingContext): readonly Row[] {
  if (isItem(item, "name")) return item.refs.get(kind)?.rows ?? [];
  const key = world.pack.records[kind]?.key;
  if (!isItem(item, "key") || key === undefined) return [];
  return (world.rows.get(kind) ?? []).filter((row) => textOf(row[key]).toLowerCase() === item.value.toLowerCase());
}

function setOf(set: RecordSet, rows: readonly Row[], id: string): RecordSet {
  return {
    ...set,
    tests: [{ field: id, op: "ids", ids: new Set(rows.map((row) => textOf(row[id]))) }],
    all: rows.length > 1 && set.all,
  };
}

/** "The second", "2 and 3", "the last one" of what was shown. */
function pickOrdinal(last: Request, { items, context }: Message): Request | undefined {
  if (!("set" in last)) return undefined;
  const record = context.world.pack.records[last.set.kind];
  const own = rowsOf(last.set, context.world);
  const { list } = context.spokenOf;
  const rows = own.length < 2 && list?.kind === last.set.kind ? rowsOf(list, context.world) : own;
  if (record === undefined || rows.length < 2) return undefined;
  const chosen = items
    .filter(({ is }) => is === "number" || is === "quantifier")
    .flatMap((item) => placesIn(item, rows.length).map((place) => rows[place]));
  const found = chosen.filter((row) => row !== undefined);
  if (found.length === 0 || found.length < chosen.length) return undefined;
  const said = found.map((row) => textOf(row[record.name])).join(", ");
  return { ...last, set: setOf({ ...last.set, said, all: found.length > 1 }, found, record.id) };
}

/** The places in a list, from 0; one outside of it where none is meant. "One of them" does not say which. */
function placesIn(item: Item, count: number): number[] {
  if (isItem(item, "number")) return [item.span.ordinal === true || /\d/.test(item.text) ? item.span.value - 1 : -1];
  if (!isItem(item, "quantifier") || !/^(?:first|last)$/.test(item.span.value)) return [-1];
  const start = item.span.value === "first" ? 0 : count - (item.span.count ?? 1);
  return Array.from({ length: item.span.count ?? 1 }, (_, at) => start + at);
}

/** One of several new records is left out, or only that one is kept: "drop the second". */
function nthOf(requests: readonly Request[], items: readonly Item[], keeps: boolean): Request[] | undefined {
  const place = items.flatMap((item) => {
    if (isItem(item, "number")) return [item.span.value];
    if (!isItem(item, "quantifier")) return [];
    return item.span.value === "first" ? [1] : item.span.value === "last" ? [requests.length] : [];
  })[0];
  return place === undefined || requests[place - 1] === undefined
    ? undefined
    : requests.filter((_, at) => (at === place - 1) === keeps);
}

/** "The website", "the one from Acme", "Arbat and Taganka": words of the names of those shown, or of what they belong to. */
export function pickWords({ items, reading, world }: ReadingContext, { requests }: TextReading): Request[] | undefined {
  const last = requests.at(-1);
  if (last === undefined || !("set" in last)) return undefined;
  const record = world.pack.records[last.set.kind];
  const rows = rowsOf(last.set, world);
  const groups: string[][][] = [[]];
  for (const { is, start, end, text } of items) {
    if (is === "joint") groups.push([]);
    // "The herb one": a word for what is meant.
    if (is === "number" && !/\d/.test(text) && groups.at(-1)?.length !== 0) continue;
    if (is === "quantifier" && hasConcept(text, "quant.only")) continue;
    if (/^(?:number|quantifier|polarity|person|date)$/.test(is)) return undefined;
    if (/^(?:joint|sign|filler|prep|question|pronoun|kind)$/.test(is)) continue;
    groups.at(-1)?.push(...reading.tokens.slice(start, end).map(({ lower }) => keysOf(lower)));
  }
  const said = groups.filter((group) => group.length > 0);
  if (record === undefined || said.length === 0) return undefined;
  const fits = (group: readonly string[][], isLike: (word: string, key: string) => boolean): readonly Row[] =>
    rows.filter((row) =>
      group.every((keys) => wordsOfRow(row, record, world).some((word) => keys.some((key) => isLike(word, key)))),
    );
  // Only where no row has the word itself, one that begins alike is meant: «из кофеен» of «Кофейни».
  const chosen = said.map((group) => {
    const exact = fits(group, (word, key) => word === key);
    return exact.length > 0 ? exact : fits(group, beginsAlike);
  });
  const found = [...new Set(chosen.flat())];
  if (chosen.some((some) => some.length === 0) || found.length === rows.length) return undefined;
  const set = setOf({ ...last.set, all: said.length > 1 }, found, record.id);
  return [...requests.slice(0, -1), { ...last, set }];
}

function beginsAlike(word: string, key: string): boolean {
  let at = 0;
  while (at < key.length && word[at] === key[at]) at += 1;
  return at >= 4 && at * 2 >= Math.max(word.length, key.length);
}

function wordsOfRow(row: Row, { name, fields }: PackRecord, { pack, rows }: ReadingContext["world"]): string[] {
  const others = Object.entries(fields).flatMap(([field, { type, of = "" }]) => {
    const other = type === "record" ? pack.records[of] : undefined;
    const found = other && (rows.get(of) ?? []).find((one) => one[other.id] === row[field]);
    return other === undefined || found === undefined ? [] : [textOf(found[other.name])];
  });
  return [textOf(row[name]), ...others]
    .flatMap((text) => text.split(/[^\p{L}\p{N}]+/u))
    .flatMap((word) => keysOf(word, "kept"));
}

/** Words of a name that only tell apart what was shown. */
function pickNamed(context: ReadingContext, requests: readonly Request[]): Request[] | undefined {
  const last = requests.at(-1);
  if (last === undefined || !("set" in last) || last.set.all) return undefined;
  const isOpen = rowsOf(last.set, context.world).length > 1 && !context.items.some(({ is }) => is === "polarity");
  if (!isOpen) return undefined;
  const targets = context.items.filter(({ is }) => is === "name");
  const picked = targets.length === 0 ? undefined : retargeted({ requests }, { targets, context });
  const set = picked?.at(-1);
  return set !== undefined && "set" in set && rowsOf(set.set, context.world).length === 1 ? picked : undefined;
}

/** Without some of the records, or with only some of them. */
export function narrowed(
  requests: readonly Request[],
  { items, keeps, context }: Message & { keeps: boolean },
): Request[] | undefined {
  const named = items.filter(({ is }) => is === "name" || is === "key");
  const out = requests.flatMap((request): Request[] => {
    if (!("set" in request)) return [request];
    const record = context.world.pack.records[request.set.kind];
    if (record === undefined) return [request];
    const rows = rowsOf(request.set, context.world);
    const ordinal = pickOrdinal(request, { items, context });
    const chosen =
      named.length > 0
        ? named.flatMap((item) => rowsNamed(item, request.set.kind, context))
        : ordinal === undefined || !("set" in ordinal)
          ? rowsDescribed(request.set, { items, context })
          : rowsOf(ordinal.set, context.world);
    const ids = new Set(chosen.map((row) => textOf(row[record.id])));
    const left = rows.filter((row) => ids.has(textOf(row[record.id])) === keeps);
    if (left.length === rows.length) return [request];
    return left.length === 0 ? [] : [{ ...request, set: setOf({ ...request.set, all: true }, left, record.id) }];
  });
  const before = requests.flatMap((request) => ("set" in request ? rowsOf(request.set, context.world) : []));
  const after = out.flatMap((request) => ("set" in request ? rowsOf(request.set, context.world) : []));
  const isKept = after.length === before.length && !items.some(({ is }) => isDescription.test(is));
  return isKept || out.length === 0 ? undefined : out;
}

const isDescription = /^(?:option|person|mark|lacks|whose)$/;

/** Those of the records that a description fits: "except the urgent ones". */
function rowsDescribed(set: RecordSet, { items, context }: Message): readonly Row[] {
  const record = context.world.pack.records[set.kind];
  const parts = items.flatMap((item): Part[] =>
    isDescription.test(item.is) ? [{ item, role: "filter", rule: "follow-up" }] : [],
  );
  const made = parts.length === 0 ? undefined : buildSets({ parts, kind: set.kind, asks: true }, context);
  if (record === undefined || made === undefined || isDoubt(made)) return [];
  const tests = made.sets.flatMap(({ tests }) => tests);
  return rowsOf(set, context.world).filter((row) => tests.every((test) => passes(row, test, record)));
}
