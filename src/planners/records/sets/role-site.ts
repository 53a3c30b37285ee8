import { hasConcept } from "../../../language/lexicon/has-concept.ts";
import { changes, type Operation, settles as settlesRecord } from "../../../language/words/operation.ts";
import { isMotion } from "../../../language/russian/name-form.ts";
import type { Item, ItemOf, Meaning } from "../items/item.ts";

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
export type RoleSite = {
  item: Item;
  at: number;
  items: readonly Item[];
  mode: Mode;
  op?: Operation;
  /** Where the verb stands that says what is done. */
  verbAt?: number;
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
  when?: (site: RoleSite) => boolean;
  because: string;
};

export type RuleRow = readonly [
  id: string,
  item: Meaning["is"],
  role: Role,
  weight: number,
  because: string,
  when?: (site: RoleSite) => boolean,
];

export const isGoal = ({ prep }: RoleSite): boolean =>
  prep !== undefined && /^(?:goal|place|person|topic|time)$/.test(prep.role);
export const isSource = ({ prep }: RoleSite): boolean => prep?.role === "source";
export const isOwner = ({ prep, item }: RoleSite): boolean => {
  if (prep?.role === "owner") return true;
  if (item.is !== "person") return false;
  // "In Ann's list": whatever stands before it, it says whose.
  return item.form === "possessive" ? prep?.role !== "goal" : prep === undefined && item.form === "genitive";
};
const describing: ReadonlySet<Meaning["is"]> = new Set([
  "prep",
  "filler",
  "joint",
  "sign",
  "person",
  "option",
  "whose",
  "name",
  "date",
  "field",
  "lacks",
  "question",
  "done",
]);
/** Behind a noun, other descriptions of it may stand between. */
export const hangsOnKind = ({ items, at }: RoleSite): boolean => {
  const noun = items.slice(0, at).findLastIndex(({ is }) => !describing.has(is));
  const before = items[noun];
  // "All leads that …": a value in the place of the noun.
  const isNoun = before?.is === "quantifier" && items.slice(noun + 1, at).some(({ is }) => is === "option");
  return before?.is === "kind" || before?.is === "mark" || isNoun;
};
/** Other descriptions may stand between: "urgent overdue tasks". */
export const isBeforeKind = ({ items, at }: RoleSite): boolean => {
  const next = items.slice(at + 1).find(({ is }) => !/^(?:option|mark|whose|quantifier|filler|joint|number)$/.test(is));
  return next?.is === "kind";
};
const isValue = /^(?:option|date|person|duration|number)$/;
/** Something else behind it may be the value. */
export const hasLaterValue = ({ items, at }: RoleSite): boolean =>
  items.slice(at + 1).some(({ is }) => isValue.test(is));
/** "Set high priority for all …", «поставь в ревью все …»: an option that the noun stands behind, and not right behind. */
export const isSetFirst = ({ items, at }: Pick<RoleSite, "items" | "at">): boolean => {
  const behind = items.slice(at + 1).filter(({ is }) => is !== "filler" && is !== "field");
  const isFirst = !items.slice(0, at).some(({ is }) => /^(?:kind|mark|quantifier|name|key)$/.test(is));
  const isApart = behind[0]?.is === "prep" || behind[0]?.is === "quantifier";
  return isFirst && isApart && behind.some(({ is }) => is === "kind");
};
/** A value before the noun that an item hangs on. */
export const hasValueBefore = ({ items, at }: RoleSite): boolean => {
  const noun = items.slice(0, at).findLastIndex(({ is }) => is === "kind" || is === "mark" || is === "quantifier");
  const lead = items.slice(0, Math.max(noun, 0));
  const isField = lead.some(({ is }) => is === "field") && lead.some(({ is }) => isValue.test(is));
  return isField || lead.some(({ is }, i) => is === "option" && isSetFirst({ items, at: i }));
};
/** Behind a colon and a field: "A and B: due May 9". */
export const isLabelled = ({ items, at, op }: RoleSite): boolean => {
  const colon = items.slice(0, at).findLastIndex(({ text }) => text === ":");
  const label = items.slice(colon + 1, at).find(({ is }) => is !== "filler");
  return op === undefined && colon > 0 && label?.is === "field";
};
/** "The due date of both should be May 9". */
export const isRequired = ({ items, at }: RoleSite): boolean => {
  const lead = items[at - 1];
  const isSaid = lead?.is === "filler" && hasConcept(lead.text.split(" ")[0] ?? "", "must");
  return isSaid && items.slice(0, at).some(({ is }) => is === "field");
};
/** A value that stands behind "to". */
export const hasGoalBehind = ({ items, at }: RoleSite): boolean =>
  items.slice(at + 1).some(({ is }, i) => {
    const before = items[at + i];
    return is === "option" && before?.is === "prep" && before.role === "goal";
  });
export const isMoved = (site: RoleSite): boolean =>
  site.prep?.role === "goal" || (site.item.is === "option" && site.item.within !== undefined);
export const isQuestion = ({ mode }: RoleSite): boolean => mode !== "change";
export const isChange = (site: RoleSite): boolean => site.mode === "change" && !isRelative(site);
/** Verbs that give a record no state of its own: what they are said with describes it. */
const keepsState = /^(?:assign|rename|delete|cancel)$/;
export const canWrite = (site: RoleSite): boolean =>
  isChange(site) && (site.op === undefined || (changes(site.op) && !keepsState.test(site.op)));
/** "Tasks that are with Ann", «сделки, которые ведёт Анна»: behind such a word everything describes. */
const isRelative = ({ items, at }: RoleSite): boolean => {
  const word = items.slice(0, at).findLastIndex(({ text }) => hasConcept(text, "relative"));
  const noun = items.slice(0, Math.max(0, word)).findLast(({ is }) => !/^(?:joint|sign|filler)$/.test(is));
  const isOver = items
    .slice(word + 1, at)
    .some((item, i) => isOrderVerb(item) || (i > 0 && item.text === ",") || isMovedBehind(items, word, i));
  return word > 0 && !isOver && /^(?:kind|mark|option|person|date|quantifier)$/.test(noun?.is ?? "");
};
const isOrderVerb = (item: Item): boolean => item.is === "verb" && item.form === "imperative";
/** "That are not urgent go to Ann": behind a description, and with nobody who would do it. */
const isMovedBehind = (items: readonly Item[], word: number, i: number): boolean => {
  const verb = items[word + 1 + i];
  const isMove = verb?.is === "verb" && verb.form === "present" && verb.op === "move";
  const between = items.slice(word + 1, word + 1 + i);
  return (
    isMove &&
    between.some(({ is }) => is === "option" || is === "mark") &&
    !between.some(({ is }) => /^(?:person|pronoun|name)$/.test(is))
  );
};
export const hasNoun = ({ items }: RoleSite): boolean =>
  items.some(({ is }) => is === "kind" || is === "mark" || is === "quantifier" || is === "question");

/** «Илье», "give Tom …", "owner: Tom". */
/** Verbs that say themselves what becomes of a record: what else stands beside them describes it. */
export const settles = ({ op }: RoleSite): boolean => op !== undefined && settlesRecord(op);
/** Verbs that take what a record becomes; others say it themselves. */
export const takesState = ({ op }: RoleSite): boolean =>
  op === undefined || /^(?:update|move|be|create|start|do|increase|decrease)$/.test(op);
export const isGiven = ({ item, op, items, before, mode }: RoleSite): boolean => {
  if (item.is !== "person" || mode !== "change") return false;
  if (/dative|accusative/.test(item.form)) return true;
  return op === "assign" || op === "own" || before?.is === "field" || items.some((one) => one.is === "field");
};

/** Without a verb, several records get a day only where a preposition says so: "tasks due this week" are described. */
export const isPutTo = (site: RoleSite): boolean => {
  if (site.op !== undefined || isGoal(site)) return true;
  return !site.items.some((one) => (one.is === "kind" && one.many) || one.is === "mark" || one.is === "quantifier");
};

/** "Deals on hold" are described; only a form of motion puts them there without a verb. */
export const isPutInto = (site: RoleSite): boolean => {
  const { op, items, item, before } = site;
  // «Отложи все сделки на стадии переговоров»: the verb says what they become.
  if (op !== undefined && !takesState(site) && before?.is === "field") return false;
  const isBulk = items.some((one) => one.is === "kind" && one.many) && !items.some((one) => one.is === "quantifier");
  return op !== undefined || !isBulk || isMotion(item.text);
};

export const removes = ({ op }: RoleSite): boolean => op === "delete" || op === "cancel";

export const isMoney = (item: Item): boolean =>
  item.is === "number" && (item.span.currency !== undefined || (item.span.scaled ?? item.span.value) >= 1000);

/** "Due this week" behind a noun, not "make it due this week". */
export function isDescribed({ at, items }: RoleSite): boolean {
  return items.slice(0, at).some((one) => one.is === "kind" || one.is === "quantifier");
}

/** Another name of the same list. */
export function isListed({ items, at }: RoleSite): boolean {
  const before = items.slice(0, at).filter(({ is }) => is !== "prep" && is !== "filler");
  const named = before.findLast(({ is }) => is !== "joint");
  return before.at(-1)?.is === "joint" && (named?.is === "name" || named?.is === "key");
}

/** Before the verb, with a value behind it. */
export function isHeld({ items, at, verbAt }: RoleSite): boolean {
  const verb = verbAt ?? items.slice(at + 1).find(({ is }) => is === "verb")?.start ?? -1;
  return (
    items.slice(0, at).some(({ is }) => is === "quantifier" || is === "kind") &&
    items.some(({ is, start }, i) => i > at && start > verb && verb > (items[at]?.start ?? 0) && isValue.test(is))
  );
}

/** "As done", «как готовые»: what a record becomes. */
export function isBehindAs({ items, at }: Pick<RoleSite, "items" | "at">): boolean {
  return items[at]?.is === "option" && hasConcept(items[at - 1]?.text ?? "", "as");
}

/** Behind another value of the one record that is named, and a comma, "and" or "with". */
export function isListedValue({ items, at, mode }: RoleSite): boolean {
  const before = items.slice(0, at).filter(({ is }) => is !== "filler" && is !== "field");
  const lead = before.at(-1);
  const isApart = lead?.is === "joint" || (lead?.is === "prep" && lead.role === "person");
  const isOne = before.some(({ is }) => is === "key" || is === "name") && !items.some(({ is }) => isBulk.test(is));
  return mode === "change" && isApart && isOne && before.some(({ is }) => isValue.test(is));
}

const isBulk = /^(?:kind|mark|quantifier|whose)$/;
