import { compact } from "../../../plan/compact.ts";
import type { PackRecord, PackTest } from "../../packs/records.ts";
import { clockTests } from "./clock-tests.ts";
import { type Item, isItem, type ItemOf } from "../items/item.ts";
import type { Level } from "../world/names.ts";
import { type Doubt, isDoubt, type RecordSet, type Row, type Test } from "../requests/request.ts";
import type { Part } from "./roles.ts";
import type { ReadingContext } from "../requests/context.ts";
import type { SenseOf } from "../world/senses.ts";
import { amountTests, dateTests, doneTests, type KindContext } from "./value-tests.ts";
import { asksMany, isOfKind, kindScore, saysKind } from "./kind-said.ts";
import { nthOf, withOrder } from "./order-set.ts";
import { isMoney } from "./role-site.ts";
import { passes, rowsOf, toTest } from "./tests.ts";
import { textOf } from "../world/world.ts";

/** Sets that the parts of a clause describe as records of one kind; undefined where they cannot be of that kind. */
type Sets = { sets: RecordSet[]; score: number };

/** `addressed`: a text is for the one record that is named. */
type SetParts = { parts: readonly Part[]; kind: string; asks: boolean; addressed?: true };

const levelScore: Readonly<Record<Level, number>> = { exact: 2, head: 2, part: 0.4 };

export function buildSets(
  { parts, kind, asks, addressed }: SetParts,
  context: ReadingContext,
): Sets | Doubt | undefined {
  const record = context.world.pack.records[kind];
  if (record === undefined) return undefined;
  const saysKind = kindScore(parts, kind, asks);
  if (saysKind === undefined) return undefined;
  const place: KindContext = { parts, kind, record, context, asks, ...compact({ addressed }) };
  const tests: Test[] = [];
  for (const [at, part] of parts.entries()) {
    if (part.role !== "filter") continue;
    const made = testsOf(part.item, place);
    if (made === undefined || isDoubt(made)) return made;
    const [either, test] = [tests.at(-1), made[0]];
    if (either?.op === "is" && test?.op === "is" && either.field === test.field && isJoined(parts, at))
      tests.splice(-1, 1, { ...either, values: [...either.values, ...test.values] });
    else tests.push(...made);
  }
  for (const part of parts) {
    if (part.role !== "except") continue;
    const left = exceptOf(part.item, place);
    if (left === undefined || isDoubt(left)) return left;
    tests.push(left);
  }
  const many = isMany(parts, tests.length > 0);
  const named = namedSets(place, { tests, many });
  if (named === undefined || isDoubt(named)) return named;
  const isOpen = isBare(parts);
  const spoken = isOpen ? nthOf(spokenSet(context.spokenOf.set, tests), place) : undefined;
  if (spoken !== undefined && spoken.kind !== kind) return undefined;
  if (isOpen && spoken === undefined && many) return { doubt: "which", said: saidBy(parts, context) };
  const again = asks ? undefined : spokenByNoun(place);
  const plain = { kind, tests, all: many, said: saidBy(parts, context) };
  const targets = named.sets.length > 0 ? named.sets : [spoken ?? again ?? plain];
  const ordering = { ...place, parts: parts.filter(({ item }) => isOrdering.has(item.is)) };
  const sets = targets.map((set) => withOrder(withOnly(withoutFinal(set, ordering), ordering), ordering));
  return { sets, score: saysKind + named.score + workScore({ parts, kind, record }, asks) };
}

/** What says how many of a set, which of them, and in what order: few items beside a long list of names. */
const isOrdering: ReadonlySet<Item["is"]> = new Set(["quantifier", "number", "rank", "compare", "done", "field"]);

/** "Qualified or lost", "Ann's and Bob's": two values side by side are either of them. */
function isJoined(parts: readonly Part[], at: number): boolean {
  const before = parts.slice(0, at).findLastIndex(({ role }) => role !== "skip");
  const isAlike = parts[before]?.item.is === parts[at]?.item.is;
  return isAlike && parts.slice(before, at).some(({ item }) => item.is === "joint");
}

function spokenSet(set: RecordSet | undefined, tests: readonly Test[]): RecordSet | undefined {
  return set === undefined ? undefined : { ...set, tests: [...set.tests, ...tests] };
}

/** Nothing says which records: what was spoken of is meant. */
function isBare(parts: readonly Part[]): boolean {
  return parts.every(({ role }) => role !== "target" && role !== "filter");
}

/** "Close the task" after a word about one: nothing but its noun says which. */
function spokenByNoun({ parts, kind, context }: KindContext): RecordSet | undefined {
  const { set: first, others = [] } = context.spokenOf;
  const said = parts.filter(({ role }) => /^(?:target|filter|except|order)$/.test(role));
  const isNoun = said.length > 0 && said.every(({ item }) => isItem(item, "kind") && !item.many);
  const isMeant = (set: RecordSet): boolean => {
    const { length } = set.kind === kind ? rowsOf(set, context.world) : [];
    return length === 1 || (length > 1 && !set.all);
  };
  return isNoun ? [first, ...others].find((set) => set !== undefined && isMeant(set)) : undefined;
}

/** A time or a person without a noun asks for work: records that can be late. */
function workScore({ parts, kind, record }: Pick<KindContext, "parts" | "kind" | "record">, asks: boolean): number {
  // "Push all of Ann's deadlines": a day of her work.
  const isWhen = parts.some(
    ({ item }) => isItem(item, "field") && item.senses.some((one) => one.kind === kind && one.field === record.when),
  );
  const isNamed = parts.some(({ role, item }) => role === "target" || item.is === "option");
  return (asks || isWhen) && !isNamed && isWork(record) ? 0.5 : 0;
}

/** Records that can be late. */
export function isWork({ marks, when }: PackRecord): boolean {
  return marks.some(({ where }) => where.some(({ field }) => field === when));
}

/** All that fit are meant: by a quantifier, a plural, or a description without a noun. */
function isMany(parts: readonly Part[], isDescribed: boolean): boolean {
  const kinds = parts.filter(({ item, role }) => item.is === "kind" && role === "target");
  const quantified = parts.some(
    ({ item }) => isItem(item, "quantifier") && /^(?:all|each|any|both|some|none|rest|other)$/.test(item.span.value),
  );
  const plural = kinds.some(({ item }) => isItem(item, "kind") && item.many);
  const counted = parts.some(({ item, role }) => item.is === "number" && role === "order");
  const placed = parts.some(({ item, role }) => item.is === "place" && role === "target");
  return quantified || plural || counted || placed || (kinds.length === 0 && isDescribed);
}

/** One set for each name, or the named records together where they only narrow what is meant. */
function namedSets(
  place: KindContext,
  { tests, many }: { tests: Test[]; many: boolean },
): { sets: RecordSet[]; score: number } | Doubt | undefined {
  const { parts, kind, record, context, asks } = place;
  const sets: RecordSet[] = [];
  let score = 0;
  for (const { item, role } of parts) {
    if (role !== "target" || item.is === "kind" || item.is === "place") continue;
    if (isItem(item, "pronoun") || item.is === "whose") {
      const set = context.spokenOf.set;
      if (set === undefined) return { doubt: "which", said: item.text };
      if (set.kind !== kind) return undefined;
      const isOne = isItem(item, "pronoun") && /^(?:thing|person)$/.test(item.span.of);
      const all = {
        ...set,
        all: set.all && !(isOne && asks !== true),
        tests: [...set.tests, ...tests],
      };
      sets.push(nthOf(all, place) ?? all);
      continue;
    }
    const found = rowsNamed(item, place);
    if (found === undefined || isDoubt(found)) return found;
    score += levelScore[found.level];
    const ids = new Set(found.rows.map((row) => textOf(row[record.id])));
    sets.push({
      kind,
      tests: [...tests, { field: record.id, op: "ids", ids }],
      all: many,
      said: saidName(item),
    });
  }
  return { sets: asks ? sets : sets.filter((set) => !isHeading(set, sets)), score };
}

/** "Both offices, Rome and Oslo": a name that other names of the same list spell out. */
function isHeading(set: RecordSet, all: readonly RecordSet[]): boolean {
  const own = idsOf(set);
  return all.some((other) => other !== set && idsOf(other).size < own.size && idsOf(other).isSubsetOf(own));
}

function idsOf({ tests }: RecordSet): ReadonlySet<string> {
  return tests.flatMap((test) => (test.op === "ids" ? [test.ids] : []))[0] ?? new Set();
}

function saidName(item: Item): string {
  return item.is === "quoted" || item.is === "key" ? item.value : item.text;
}

/** Records of the kind that an item names; undefined where it names none of this kind. */
function rowsNamed(
  item: Item,
  { parts, kind, record, context, asks, addressed }: KindContext,
): { rows: readonly Row[]; level: Level } | Doubt | undefined {
  if (isItem(item, "name")) {
    const ref = item.refs.get(kind);
    const isListed = parts.some(({ item: other, role }) => role === "target" && other.is === "name" && other !== item);
    const isWeak =
      ref?.level === "part" &&
      ref.words < 2 &&
      ref.rows.length === 1 &&
      asks !== true &&
      !isListed &&
      !saysKind(parts, kind) &&
      !(item.refs.size === 1 && (addressed === true || isOfKind(parts, kind))) &&
      !(parts.some((part) => part.role === "value" && isMoney(part.item)) && onlyMoney(item, context) === kind);
    const about = aboutRows(item, { kind, record, context });
    // "Tasks of the studio": the whole name of a team comes before a word of a title.
    const isOfExact = ref?.level === "part" && about?.of === "exact" && asksMany(parts);
    if (isOfExact) return about;
    // "Notes on Acme", where there are none yet.
    const isBare =
      asks && saysKind(parts, kind) && record.about.some((field) => item.refs.has(record.fields[field]?.of ?? ""));
    return isWeak ? undefined : (ref ?? about ?? (isBare ? { rows: [], level: "part" } : undefined));
  }
  if (!isItem(item, "key") || record.key === undefined) return undefined;
  const { key } = record;
  const rows = (context.world.rows.get(kind) ?? []).filter(
    (row) => textOf(row[key]).toLowerCase() === item.value.toLowerCase(),
  );
  return rows.length > 0 ? { rows, level: "exact" } : { doubt: "name", said: item.value, kind, near: [] };
}

/** The one kind that a name stands for and that has an amount. */
function onlyMoney({ refs }: ItemOf<"name">, { world }: ReadingContext): string | undefined {
  const hasAmount = (kind: string): boolean =>
    Object.values(world.pack.records[kind]?.fields ?? {}).some(({ type }) => type === "number");
  const [kind, ...others] = [...refs.keys()].filter(hasAmount);
  return others.length === 0 ? kind : undefined;
}

/** Records that belong to what a name stands for: the deals of a client. */
export function aboutRows(
  { refs }: ItemOf<"name">,
  { kind, record, context }: Pick<KindContext, "kind" | "record" | "context">,
): { rows: readonly Row[]; level: Level; of: Level } | undefined {
  const { pack, rows } = context.world;
  let level: Level = "part";
  const found = record.about.flatMap((field) => {
    const of = record.fields[field]?.of ?? "";
    const ref = refs.get(of);
    if (ref === undefined || ref.level === "part") return [];
    if (level !== "exact") level = ref.level;
    const ids = new Set(ref.rows.map((row) => textOf(row[pack.records[of]?.id ?? ""])));
    return (rows.get(kind) ?? []).filter((row) => ids.has(textOf(row[field])));
  });
  return found.length === 0 ? undefined : { rows: found, level: "part", of: level };
}

/** What an item says of the records; undefined where the kind has no such field. */
function testsOf(item: Item, place: KindContext): Test[] | Doubt | undefined {
  const { record, kind, context } = place;
  switch (item.is) {
    case "person": {
      if (record.who === undefined) return undefined;
      if (item.people.length > 1) return { doubt: "people", said: item.text, people: item.people };
      const who: Test = { field: record.who, op: "is", values: item.people.map(({ id }) => id) };
      return [who, ...roleOf(item, place).flatMap((test) => toTest(test, context))];
    }
    case "time":
      return clockTests(item, place);
    case "whose":
      return whoseTests(item, place);
    case "option": {
      const senses = item.senses.filter((sense) => sense.kind === kind);
      const [first] = senses;
      // The word describes this kind only beside its noun; alone it is a value of the other.
      if (first === undefined) return saysKind(place.parts, kind) ? markTests(item.marks, place) : undefined;
      return [
        {
          field: first.field,
          op: "is",
          values: senses.filter(({ field }) => field === first.field).map(({ value }) => value),
        },
      ];
    }
    case "done":
      return doneTests(item, place);
    case "lacks": {
      const sense = item.senses.find((one) => one.kind === kind);
      return sense && [{ field: sense.field, op: "empty" }];
    }
    case "mark":
      return markTests(item.senses, place);
    case "date": {
      const days = dateTests(item, place);
      const hasHours = item.span.time !== undefined || item.span.part !== undefined;
      const hours = hasHours ? clockTests(item, place) : [];
      return days === undefined || hours === undefined || isDoubt(hours) ? undefined : [...days, ...hours];
    }
    case "number":
      return amountTests(item, place);
    case "name":
      return nameTests(item, place);
    default:
      return undefined;
  }
}

function markTests(senses: readonly SenseOf<"mark">[], { kind, context }: KindContext): Test[] | undefined {
  const sense = senses.find((one) => one.kind === kind);
  return sense?.where.flatMap((test) => toTest(test, context));
}

/** What the preposition before a person says beside it: mail from somebody, mail to somebody. */
function roleOf(item: ItemOf<"person">, { parts, record }: KindContext): readonly PackTest[] {
  const before = parts.findLast((part) => part.item.end <= item.start && part.item.is !== "filler")?.item;
  if (item.form === "possessive") return record.roles["owner"] ?? [];
  if (isItem(before, "prep")) return record.roles[before.word] ?? [];
  return isItem(before, "verb") ? (record.roles[before.text.toLowerCase()] ?? []) : [];
}

function whoseTests(
  { span, text }: ItemOf<"whose">,
  { kind, record, context }: KindContext,
): Test[] | Doubt | undefined {
  // "Romashka agreed, … their site": records of the client that was named, and of nobody here.
  const { set, others = [], person: named } = context.spokenOf;
  const of =
    span.whose === "third" && named === undefined ? [set, ...others].find((one) => one?.kind === kind) : undefined;
  if (of !== undefined) return [...of.tests];
  const isGroup = span.whose === "group" && context.answers["meant:group"] !== "mine";
  if (isGroup || (record.personal && span.whose === "speaker")) return [];
  if (record.who === undefined) return undefined;
  const isOwn = span.whose === "speaker" || span.whose === "group";
  const person = isOwn ? context.speaker : context.spokenOf.person;
  if (person !== undefined) return [{ field: record.who, op: "is", values: [person.id] }];
  return isOwn ? { doubt: "speaker" } : { doubt: "which", said: text };
}

/** Records with the name in theirs, and those that belong to what it names. */
function nameTests(item: ItemOf<"name">, place: KindContext): Test[] | undefined {
  const own = item.refs.get(place.kind)?.rows ?? [];
  const about = aboutRows(item, place)?.rows ?? [];
  const rows = [...own, ...about];
  if (rows.length === 0) return undefined;
  const ids = new Set(rows.map((row) => textOf(row[place.record.id])));
  return [{ field: place.record.id, op: "ids", ids }];
}

/** What is left out, as the records it stands for. */
function exceptOf(item: Item, place: KindContext): Test | Doubt | undefined {
  const { kind, record, context } = place;
  const rows = context.world.rows.get(kind) ?? [];
  const ids = (chosen: readonly Row[]): Test => ({
    field: record.id,
    op: "ids",
    not: true,
    ids: new Set(chosen.map((row) => textOf(row[record.id]))),
  });
  if (item.is === "key" || item.is === "name") {
    const named = rowsNamed(item, { ...place, asks: true });
    return named === undefined || isDoubt(named) ? named : ids(named.rows);
  }
  if (item.is === "kind") return ids([]);
  const tests = testsOf(item, place);
  if (tests === undefined || isDoubt(tests)) return tests;
  return ids(rows.filter((row) => tests.every((test) => passes(row, test, record))));
}

/** Records that are over are left out of "all" unless their state is named, or they are named themselves. */
function withoutFinal(set: RecordSet, { record, parts, asks }: KindContext): RecordSet {
  const everything = parts.some(({ item }) => isItem(item, "quantifier") && item.span.value === "all");
  const isTimed = set.tests.some(({ field }) => field === record.when);
  const isRanked = parts.some(
    ({ item }) =>
      (isItem(item, "quantifier") && /^(?:first|last)$/.test(item.span.value)) ||
      (isItem(item, "compare") && /^(?:most|least)$/.test(item.span.value)),
  );
  // "Which closes first?": what is over does not.
  const isNext = parts.some(
    ({ item }) =>
      (isItem(item, "quantifier") && item.span.value === "first") ||
      (isItem(item, "number") && item.span.ordinal === true),
  );
  if ((!set.all && !isRanked) || (asks && (everything || (record.shows_final && !isTimed && !isNext)))) return set;
  const added = Object.entries(record.final).flatMap(([field, values]): Test[] =>
    set.tests.some((test) => test.field === field && test.op !== "not") ? [] : [{ field, op: "not", values }],
  );
  return { ...set, tests: [...set.tests, ...added] };
}

/** What holds unless the request says otherwise: nobody cancels the meetings of last year. */
function withOnly(set: RecordSet, { record, context, parts }: KindContext): RecordSet {
  // "The next review": of those with the name, one that is still to come.
  const isNext = parts.some(({ item }) => isItem(item, "quantifier") && item.span.value === "first");
  const isSaid = (field: string): boolean =>
    set.tests.some((test) => (test.field === field && test.op !== "clock") || (test.op === "ids" && !isNext));
  const added = record.only.filter(({ field }) => !isSaid(field)).flatMap((test) => toTest(test, context));
  return { ...set, tests: [...set.tests, ...added] };
}

function saidBy(parts: readonly Part[], { reading }: ReadingContext): string {
  const own = parts.filter(({ role }) => /^(?:target|filter|order|except)$/.test(role)).map(({ item }) => item);
  const [first, last] = [own[0], own.at(-1)];
  if (first === undefined || last === undefined) return "";
  return reading.source.slice(reading.tokens[first.start]?.from ?? 0, reading.tokens[last.end - 1]?.to ?? 0);
}
