import { compact } from "../../../plan/compact.ts";
import { hasConcept } from "../../../language/lexicon/has-concept.ts";
import { isItem } from "../items/item.ts";
import {
  hangsOnKind,
  hasGoalBehind,
  hasNoun,
  isChange,
  isDescribed,
  isGiven,
  isGoal,
  isLabelled,
  isListed,
  isMoney,
  isOwner,
  isPutTo,
  isQuestion,
  isRequired,
  isSource,
  removes,
  settles,
  type RoleRule,
  type RoleSite,
  type RuleRow,
} from "./role-site.ts";
import { optionRules } from "./option-rules.ts";

/** "Close all tasks on Ann": behind a noun and a verb that gives nobody anything. */
const isHeldBy = (site: RoleSite): boolean => settles(site) && hangsOnKind(site);

const isLimit = ({ item }: RoleSite): boolean => isItem(item, "date") && item.span.relation !== "at";

const rows: readonly RuleRow[] = [
  ["kind.target", "kind", "target", 2, "a noun for records says which are meant"],
  ["place.target", "place", "target", 1, "where records live stands for them"],
  ["name.target", "name", "target", 2, "a record is meant by its name"],
  ["name.joined", "name", "target", 2.4, "another name of the same list", isListed],
  ["name.filter", "name", "filter", 1.8, "a name beside a noun narrows it", hasNoun],
  [
    "name.value",
    "name",
    "value",
    1,
    "a field may hold a record",
    (site) => isChange(site) && site.before?.is === "field",
  ],
  ["key.target", "key", "target", 3, "an identifier is one record"],
  ["quoted.target", "quoted", "target", 0.5, "a name may stand in quotes"],
  ["quoted.value", "quoted", "value", 1.5, "a new text stands in quotes", isChange],
  ["contact.value", "contact", "value", 2, "an address or a number to write down", isChange],
  [
    "pronoun.filler",
    "pronoun",
    "skip",
    2.3,
    "the thing is named beside it",
    ({ items }) => items.some(({ is }) => is === "name" || is === "key"),
  ],
  ["pronoun.target", "pronoun", "target", 2, "it refers to what was spoken of"],
  ["person.owner", "person", "filter", 2.5, "whose they are narrows them", (site) => isOwner(site) || isSource(site)],
  [
    "person.owned",
    "person",
    "filter",
    2.6,
    '"owned by" says whose they are',
    ({ before, prep }) =>
      before?.is === "verb" &&
      before.form !== "imperative" &&
      (before.op === "assign" || (before.op === "own" && prep?.role !== "goal")),
  ],
  [
    "person.has",
    "person",
    "filter",
    2.9,
    '"everything Tom has": who stands before the verb of having',
    ({ before, after }) =>
      (before?.is === "quantifier" || (before?.is === "kind" && before.many)) &&
      after?.is === "verb" &&
      after.op === "own",
  ],
  [
    "person.listed",
    "person",
    "value",
    2.6,
    '"T-3: urgent, by Friday, Tom": alone in a list of values of one record',
    (site) =>
      isChange(site) &&
      site.op === undefined &&
      site.prep === undefined &&
      /^(?:joint|sign)$/.test(site.items[site.at - 1]?.is ?? "") &&
      /^(?:joint|sign)$/.test(site.items[site.at + 1]?.is ?? "sign") &&
      site.items.slice(0, site.at).some(({ is, text }) => is === "sign" && text === ":") &&
      !site.items.some(({ is }) => /^(?:kind|quantifier|mark)$/.test(is)),
  ],
  [
    "person.with",
    "person",
    "filter",
    2.7,
    '"a meeting with somebody" describes it',
    (site) => site.prep?.role === "person" && hangsOnKind(site) && site.op !== "assign",
  ],
  [
    "person.dative",
    "person",
    "value",
    2.6,
    "names in -ия have one form for whose it is and who gets it",
    ({ item, mode, op, prep, items, at, before }) =>
      mode === "change" &&
      op === "assign" &&
      prep === undefined &&
      /[иь]и$/iu.test(item.text) &&
      // "Ann's deals give to Mary": behind the verb, and nobody else is in the dative.
      items.every(
        (one, i) => !isItem(one, "person") || i === at || (isItem(before, "verb") && !one.form.includes("dative")),
      ),
  ],
  [
    "person.placed",
    "person",
    "value",
    2.8,
    '"the second to Ann": who gets one of those that are shown',
    ({ mode, prep, before, items }) =>
      mode === "change" &&
      prep === undefined &&
      before?.is === "number" &&
      before.span.ordinal === true &&
      !items.some(({ is }) => /^(?:kind|name|key|mark)$/.test(is)),
  ],
  ["person.asked", "person", "filter", 2, "a question about somebody's records", isQuestion],
  ["person.narrow", "person", "filter", 0.5, "a person narrows what is meant"],
  [
    "person.receiver",
    "person",
    "value",
    2.2,
    "somebody gets it",
    (site) => isChange(site) && !isOwner(site) && !isSource(site) && !isHeldBy(site) && (isGoal(site) || isGiven(site)),
  ],
  ...optionRules,
  ["mark.filter", "mark", "filter", 2, "a description"],
  [
    "done.filter",
    "done",
    "filter",
    2,
    "how long ago it was done describes them",
    ({ item }) =>
      item.is === "done" && (item.since !== undefined || item.senses.some(({ field }) => field === undefined)),
  ],
  ["done.word", "done", "skip", 0.2, "a superlative stands before it", ({ before }) => before?.is === "compare"],
  ["lacks.filter", "lacks", "filter", 2, "what they do not have describes them"],
  ["date.asked", "date", "filter", 2, "a question about a time", isQuestion],
  [
    "date.due",
    "date",
    "filter",
    1.8,
    "a noun with its date",
    (site) => hangsOnKind(site) || (site.before?.is === "field" && isDescribed(site)),
  ],
  [
    "date.behind",
    "date",
    "filter",
    2.2,
    "of two times the first describes",
    (site) => hasNoun(site) && site.items.slice(site.at + 1).some(({ is }) => is === "date" || is === "duration"),
  ],
  ["date.source", "date", "filter", 2.2, "the day they had before", isSource],
  ["date.narrow", "date", "filter", 0.3, "a time may describe what is meant"],
  [
    "date.goal",
    "date",
    "value",
    2.1,
    '"move all tasks in review to Thursday": the day behind a verb of moving',
    (site) => isChange(site) && isGoal(site) && /^(?:move|delay|advance)$/.test(site.op ?? "") && !hasGoalBehind(site),
  ],
  [
    "date.value",
    "date",
    "value",
    1.6,
    "the day it is moved to",
    (site) =>
      isChange(site) &&
      !isSource(site) &&
      isPutTo(site) &&
      !removes(site) &&
      (!(settles(site) || site.op === "assign") || isGoal(site) || isLimit(site) || site.before?.is === "field"),
  ],
  [
    "date.labelled",
    "date",
    "value",
    2.3,
    '"all tasks in review: due May 9", "the due date of both should be May 9": a field with its value',
    (site) => isChange(site) && (isLabelled(site) || isRequired(site)),
  ],
  ["time.value", "time", "value", 1, "the hour it is moved to", (site) => isChange(site) && !removes(site)],
  [
    "time.filter",
    "time",
    "filter",
    0.9,
    "the hours they lie in",
    (site) => hangsOnKind(site) || site.before?.is === "date" || isQuestion(site),
  ],
  ["duration.value", "duration", "value", 2, "how far it is moved", isChange],
  [
    "number.compared",
    "number",
    "filter",
    3,
    "an amount that others are compared with",
    ({ before }) => before?.is === "compare",
  ],
  [
    "number.amount",
    "number",
    "value",
    2,
    "a new amount",
    (site) =>
      isChange(site) &&
      site.before?.is !== "compare" &&
      (site.op !== undefined || isMoney(site.item) || site.items.some(({ is }) => is === "field")),
  ],
  [
    "number.count",
    "number",
    "order",
    1.6,
    "how many of them",
    ({ before, after }) =>
      after?.is === "kind" || after?.is === "compare" || before?.is === "compare" || before?.is === "quantifier",
  ],
  [
    "number.ordinal",
    "number",
    "order",
    2.2,
    "which of them",
    ({ item }) => item.is === "number" && item.span.ordinal === true,
  ],
  ["rank", "rank", "order", 1.5, "a superlative of the pack"],
  ["compare", "compare", "order", 1, "compares"],
  [
    "quantifier",
    "quantifier",
    "order",
    1.5,
    "how many are meant",
    ({ item, items }) =>
      !isItem(item, "quantifier") || item.span.value !== "none" || items.some(({ is }) => is === "question"),
  ],
  ["whose", "whose", "filter", 2, "whose they are"],
  ["field", "field", "field", 1, "the field that is spoken of"],
  ...(["word", "unknown"] as const).map((is): RuleRow => [
    `${is}.new`,
    is,
    "skip",
    0.5,
    '"the new email": what a field gets is new',
    ({ item, after }) => after?.is === "field" && hasConcept(item.text, "head.create"),
  ]),
  [
    "field.label",
    "field",
    "skip",
    1.5,
    '"the design board": the noun of the value before it',
    ({ item, before }) =>
      item.is === "field" &&
      before?.is === "option" &&
      before.senses.some(({ field }) => item.senses.some((sense) => sense.field === field)),
  ],
  [
    "verb",
    "verb",
    "operation",
    1,
    "what is to be done",
    ({ item, verbAt }) => verbAt === undefined || verbAt === item.start,
  ],
  [
    "verb.owner",
    "verb",
    "skip",
    0.5,
    '"assigned to" leads to whose they are',
    ({ item, after }) =>
      item.is === "verb" && /^(?:assign|own|be)$/.test(item.op) && item.form !== "imperative" && after?.is === "person",
  ],
  [
    "verb.asked",
    "verb",
    "skip",
    0.5,
    '"that close this month" leads to when',
    (site) =>
      site.item.is === "verb" && isQuestion(site) && /^(?:complete|be|own|do|read|count|sum)$/.test(site.item.op),
  ],
  ["deed", "deed", "operation", 1.2, "what is to be done"],
  ["operation", "operation", "operation", 1.2, "what is to be done"],
  ["question", "question", "ask", 1, "what is asked"],
  ["question.relative", "question", "skip", 0.8, '"which are in review" describes', isChange],
];

export const roleRules: readonly RoleRule[] = rows.map(([id, item, role, weight, because, when]) => ({
  id,
  item,
  role,
  weight,
  because,
  ...compact({ when }),
}));
