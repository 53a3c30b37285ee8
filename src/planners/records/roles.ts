import { changes, type Operation } from "../../language/operation.ts";
import { type Item, isItem, type ItemOf, type Meaning } from "./item.ts";

/** What an item does in a request over records. */
export type Role =
  | "target"
  | "filter"
  | "value"
  | "order"
  | "field"
  | "operation"
  | "except"
  | "ruledOut"
  | "ask"
  | "skip"
  | "unread";

/** `change`: something is to be written; `ask`: something is to be told; `tell`: a set is spoken of. */
export type Mode = "change" | "ask" | "tell";

/** One item where it stands. `prep` is the preposition it hangs on, `before` and `after` are the items beside it that mean something. */
export type Site = {
  item: Item;
  at: number;
  items: readonly Item[];
  mode: Mode;
  op?: Operation;
  prep?: ItemOf<"prep">;
  before?: Item;
  after?: Item;
};

/** One reason to give an item a role. Weights were set by hand on own sentences; ties are broken by order. */
export type RoleRule = {
  id: string;
  item: Meaning["is"];
  role: Role;
  weight: number;
  when?: (site: Site) => boolean;
  because: string;
};

const isGoal = ({ prep }: Site): boolean => prep !== undefined && /^(?:goal|place|person|topic|time)$/.test(prep.role);
const isSource = ({ prep }: Site): boolean => prep?.role === "source";
const isOwner = ({ prep, item }: Site): boolean => {
  if (prep?.role === "owner") return true;
  return item.is === "person" && prep === undefined && /^(?:genitive|possessive)$/.test(item.form);
};
const hangsOnKind = ({ before }: Site): boolean => before?.is === "kind" || before?.is === "mark";
const isBeforeKind = ({ after }: Site): boolean => after?.is === "kind";
const asks = ({ mode }: Site): boolean => mode !== "change";
const writes = ({ mode }: Site): boolean => mode === "change";
const writesOrNone = ({ op }: Site): boolean => op === undefined || changes(op);

/** «Илье», "give Tom …", "owner: Tom". */
const isGiven = ({ item, op, items, before, mode }: Site): boolean => {
  if (item.is !== "person" || mode !== "change") return false;
  if (/dative|accusative/.test(item.form)) return true;
  return op === "assign" || op === "own" || before?.is === "field" || items.some((one) => one.is === "field");
};

export const roleRules: readonly RoleRule[] = [
  { id: "kind.target", item: "kind", role: "target", weight: 2, because: "a noun for records says which are meant" },
  { id: "place.target", item: "place", role: "target", weight: 1, because: "where records live stands for them" },
  { id: "name.target", item: "name", role: "target", weight: 2, because: "a record is meant by its name" },
  {
    id: "name.filter",
    item: "name",
    role: "filter",
    weight: 1.8,
    because: "a name behind a noun narrows it",
    when: (site) =>
      site.items.some(
        (one) => one.is === "kind" || one.is === "mark" || one.is === "quantifier" || one.is === "question",
      ),
  },
  {
    id: "name.value",
    item: "name",
    role: "value",
    weight: 1,
    because: "a field may hold a record",
    when: (site) => writes(site) && site.before?.is === "field",
  },
  { id: "key.target", item: "key", role: "target", weight: 3, because: "an identifier is one record" },
  { id: "quoted.target", item: "quoted", role: "target", weight: 0.5, because: "a name may stand in quotes" },
  {
    id: "quoted.value",
    item: "quoted",
    role: "value",
    weight: 1.5,
    because: "a new text stands in quotes",
    when: writes,
  },
  { id: "pronoun.target", item: "pronoun", role: "target", weight: 2, because: "it stands for what was spoken of" },
  {
    id: "person.owner",
    item: "person",
    role: "filter",
    weight: 2.5,
    because: "whose they are narrows them",
    when: (site) => isOwner(site) || isSource(site),
  },
  {
    id: "person.asked",
    item: "person",
    role: "filter",
    weight: 2,
    because: "a question about somebody's records",
    when: asks,
  },
  { id: "person.narrow", item: "person", role: "filter", weight: 0.5, because: "a person narrows what is meant" },
  {
    id: "person.receiver",
    item: "person",
    role: "value",
    weight: 2.2,
    because: "somebody gets it",
    when: (site) => writes(site) && !isOwner(site) && !isSource(site) && (isGoal(site) || isGiven(site)),
  },
  {
    id: "person.owned-value",
    item: "person",
    role: "value",
    weight: 0.6,
    because: "«Тома» may be whom it goes to",
    when: (site) => writes(site) && site.prep !== undefined && !isSource(site),
  },
  {
    id: "option.adjective",
    item: "option",
    role: "filter",
    weight: 2,
    because: "a value before a noun describes it",
    when: isBeforeKind,
  },
  {
    id: "option.source",
    item: "option",
    role: "filter",
    weight: 2.2,
    because: "where they come from describes them",
    when: isSource,
  },
  {
    id: "option.place",
    item: "option",
    role: "filter",
    weight: 1.4,
    because: "a value behind a noun describes it",
    when: hangsOnKind,
  },
  {
    id: "option.asked",
    item: "option",
    role: "filter",
    weight: 2,
    because: "a question about records in a state",
    when: asks,
  },
  { id: "option.narrow", item: "option", role: "filter", weight: 0.4, because: "a value may describe what is meant" },
  {
    id: "option.goal",
    item: "option",
    role: "value",
    weight: 2,
    because: "where it is moved to",
    when: (site) =>
      writes(site) &&
      (isGoal(site) || (site.item.is === "option" && site.item.within !== undefined)) &&
      writesOrNone(site),
  },
  {
    id: "option.predicate",
    item: "option",
    role: "value",
    weight: 1.5,
    because: "what it is said to be",
    when: (site) => writes(site) && writesOrNone(site) && !isBeforeKind(site),
  },
  { id: "mark.filter", item: "mark", role: "filter", weight: 2, because: "a description" },
  { id: "date.asked", item: "date", role: "filter", weight: 2, because: "a question about a time", when: asks },
  {
    id: "date.due",
    item: "date",
    role: "filter",
    weight: 1.8,
    because: "a noun with its date",
    when: (site) => hangsOnKind(site) || (site.before?.is === "field" && isDescribed(site)),
  },
  { id: "date.source", item: "date", role: "filter", weight: 2.2, because: "the day they had before", when: isSource },
  { id: "date.narrow", item: "date", role: "filter", weight: 0.3, because: "a time may describe what is meant" },
  {
    id: "date.value",
    item: "date",
    role: "value",
    weight: 1.6,
    because: "the day it is moved to",
    when: (site) => writes(site) && !isSource(site),
  },
  { id: "time.value", item: "time", role: "value", weight: 1, because: "the hour it is moved to", when: writes },
  { id: "duration.value", item: "duration", role: "value", weight: 2, because: "how far it is moved", when: writes },
  {
    id: "number.compared",
    item: "number",
    role: "filter",
    weight: 3,
    because: "an amount that others are compared with",
    when: (site) => site.before?.is === "compare",
  },
  {
    id: "number.amount",
    item: "number",
    role: "value",
    weight: 2,
    because: "a new amount",
    when: (site) => writes(site) && site.before?.is !== "compare",
  },
  {
    id: "number.count",
    item: "number",
    role: "order",
    weight: 1.6,
    because: "how many of them",
    when: (site) => site.after?.is === "kind" || site.after?.is === "compare" || site.before?.is === "compare",
  },
  { id: "compare", item: "compare", role: "order", weight: 1, because: "compares" },
  { id: "quantifier", item: "quantifier", role: "order", weight: 1.5, because: "how many are meant" },
  { id: "whose", item: "whose", role: "filter", weight: 2, because: "whose they are" },
  { id: "field", item: "field", role: "field", weight: 1, because: "the field that is spoken of" },
  { id: "verb", item: "verb", role: "operation", weight: 1, because: "what is to be done" },
  { id: "deed", item: "deed", role: "operation", weight: 1.2, because: "what is to be done" },
  { id: "operation", item: "operation", role: "operation", weight: 1.2, because: "what is to be done" },
  { id: "question", item: "question", role: "ask", weight: 1, because: "what is asked" },
];

/** "Due this week" behind a noun, not "make it due this week". */
function isDescribed({ at, items }: Site): boolean {
  return items.slice(0, at).some((one) => one.is === "kind" || one.is === "quantifier");
}

const free: ReadonlySet<Meaning["is"]> = new Set(["prep", "joint", "filler", "sign", "polarity"]);

export type Part = { item: Item; role: Role; rule: string };
export type Frame = { parts: readonly Part[]; score: number };

export type Assigning = { items: readonly Item[]; mode: Mode; op?: Operation; ablated?: ReadonlySet<string> };

/** Frames that are kept while a clause is read. */
const beam = 24;
/** What an item costs that nobody can place. */
const unreadCost = -6;

/** The ways to read the items of a clause, the best first. */
export function assignRoles({ items, mode, op, ablated }: Assigning): Frame[] {
  let frames: Frame[] = [{ parts: [], score: 0 }];
  items.forEach((item, at) => {
    const site = siteOf({ items, mode, ...(op !== undefined && { op }) }, at);
    const choices = choicesOf(site, ablated);
    frames = frames
      .flatMap(({ parts, score }) =>
        choices.map(({ role, rule, weight }) => ({ parts: [...parts, { item, role, rule }], score: score + weight })),
      )
      .toSorted((a, b) => b.score - a.score)
      .slice(0, beam);
  });
  return frames;
}

type Choice = { role: Role; rule: string; weight: number };

function choicesOf(site: Site, ablated: ReadonlySet<string> | undefined): Choice[] {
  const { item } = site;
  if (free.has(item.is)) return [{ role: "skip", rule: "free", weight: 0 }];
  const ruled = scopeOver(site);
  if (ruled !== undefined) return [{ role: ruled, rule: ruled, weight: 1 }];
  const best = new Map<Role, Choice>();
  for (const { id, item: is, role, weight, when } of roleRules) {
    if (is !== item.is || ablated?.has(id) === true || when?.(site) === false) continue;
    const known = best.get(role);
    if (known === undefined || known.weight < weight) best.set(role, { role, rule: id, weight });
  }
  return [...best.values(), { role: "unread", rule: "unread", weight: unreadCost }];
}

/** What "except" leaves out and what "not" or "instead of" rules out. */
function scopeOver({ item, items }: Site): Role | undefined {
  if (/^(?:joint|prep|filler|sign)$/.test(item.is)) return undefined;
  for (const one of items) {
    if (isItem(one, "quantifier") && one.span.value === "except" && isIn(item, exceptScope(one, items)))
      return "except";
    if (isItem(one, "polarity") && isIn(item, ruledOutScope(one, items))) return "ruledOut";
  }
  return undefined;
}

/** What "except" leaves out: the names and descriptions behind it, up to where a value is given. */
function exceptScope({ span, end }: ItemOf<"quantifier">, items: readonly Item[]): { start: number; end: number } {
  if (span.scope !== undefined && span.scope.end > span.scope.start) return span.scope;
  let last = end;
  for (const item of items) {
    if (item.start < end) continue;
    if (isItem(item, "prep") && last > end && /^(?:goal|place)$/.test(item.role)) break;
    if (!/^(?:key|name|person|option|mark|kind|joint|filler|whose|prep|sign|date|quoted|unknown|word)$/.test(item.is))
      break;
    last = item.end;
  }
  return { start: end, end: last };
}

/** "Instead of A, B": one thing is replaced. */
function ruledOutScope({ span }: ItemOf<"polarity">, items: readonly Item[]): { start: number; end: number } {
  if (span.value !== "instead") return span.scope;
  const first = items.find((item) => item.start >= span.scope.start && !isSmall(item));
  return { start: span.scope.start, end: Math.min(span.scope.end, first?.end ?? span.scope.end) };
}

function isIn(item: Item, scope: { start: number; end: number } | undefined): boolean {
  return scope !== undefined && item.start >= scope.start && item.end <= scope.end;
}

function siteOf(scene: Pick<Site, "items" | "mode" | "op">, at: number): Site {
  const { items } = scene;
  const item = items[at];
  if (item === undefined) throw new RangeError("no item");
  const prep = prepOf(items, at);
  const before = items.slice(0, at).findLast((one) => !isSmall(one));
  const after = items.slice(at + 1).find((one) => !isSmall(one));
  return {
    ...scene,
    item,
    at,
    ...(prep !== undefined && { prep }),
    ...(before !== undefined && { before }),
    ...(after !== undefined && { after }),
  };
}

function isSmall({ is }: Item): boolean {
  return is === "prep" || is === "filler" || is === "joint" || is === "sign";
}

/** The preposition right before an item; words that describe the item may stand between. */
function prepOf(items: readonly Item[], at: number): ItemOf<"prep"> | undefined {
  for (let i = at - 1; i >= 0; i -= 1) {
    const item = items[i];
    if (isItem(item, "prep")) return item;
    if (item?.is !== "filler" && item?.is !== "whose" && item?.is !== "kind" && item?.is !== "field") return undefined;
  }
  return undefined;
}
