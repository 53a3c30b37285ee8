import { compact } from "../../plan/compact.ts";
import type { Json, JsonObject } from "../../plan/json.ts";
import type { Speech } from "../speech.ts";
import { bySense, type Field, isPrice, type Kind, type Sense } from "./kinds.ts";
import type { CoverQuestion } from "./cover.ts";
import { type Computed, isLoose, type Question, type Search } from "./question.ts";
import { answerWords, knownOf } from "./words.ts";

const most = 10;

/** The language of the answer, and whether it is all of the answer. */
export type TextStyle = { speech: Speech; alone: boolean; data: string };

/** What is done with the rows of a lookup, the last of it their text; several texts where all of them are told. */
export function rowOperations(question: Question, style: TextStyle): JsonObject[][] {
  const { filters, computed = [], wanted, search, choices } = question;
  const common = [...computed.map(computeOf), ...filters.map(({ field, is, to }) => filterBy(field, is, to))];
  if (wanted.do === "enough") return enoughOperations(question, wanted, style).map((own) => [...common, ...own]);
  if (wanted.do === "difference")
    return differenceOperations(question.kind, wanted.field, style.speech).map((own) => [...common, ...own]);
  const text = [...common, ...textOperations(question, style)];
  // A figure of what was not understood would say more than is known.
  if (question.unclear && /^(?:count|sum|average)$/.test(wanted.do))
    return [[...common, ...textOperations({ ...question, wanted: { do: "fields", fields: [] } }, style)]];
  const isNarrowed = search.length + filters.length + choices.length > 0 || (wanted.do === "count" && wanted.shows);
  if (!isNarrowed || !/^(?:count|sum|average)$/.test(wanted.do)) return [text];
  // The rows that were counted or added up show what was understood.
  const fields =
    "fields" in wanted ? wanted.fields : "field" in wanted && wanted.field !== undefined ? [wanted.field] : [];
  return [text, [...common, ...textOperations({ ...question, wanted: { do: "fields", fields } }, style)]];
}

function computeOf({ field, from, by, with: other }: Computed): JsonObject {
  return compute(field.name, by, [`/${from.name}`, typeof other === "number" ? other : `/${other.name}`]);
}

/** Two texts: rows of which there are not enough, and those of which there are. */
function enoughOperations(
  { kind }: Question,
  { field, needed }: Extract<Question["wanted"], { do: "enough" }>,
  { speech }: TextStyle,
): JsonObject[][] {
  const { covered, uncovered, label } = answerWords[speech];
  const there = bySense(kind.fields, "quantity") ?? field;
  const reserved = bySense(kind.fields, "reserved");
  const free = field === there ? "" : `[, ${label(field.words)} {${field.name}}]`;
  const held = reserved === undefined ? "" : `[, ${label(reserved.words)} {${reserved.name}}]${free}`;
  const figures = {
    name: headOf(kind),
    needed: String(needed),
    there: `{${there.name}}`,
    more: held,
  };
  return [
    [filterBy(field, "less", needed), linesOf(`${closestOf(speech)}${uncovered(figures)}`, speech)],
    [filterBy(field, "at_least", needed), linesOf(`${closestOf(speech)}${covered(figures)}`, speech)],
  ];
}

/** The rows that have the words; those that were found already go before them. */
export function findOf(search: readonly Search[], found: readonly Json[] = []): JsonObject {
  const queries = search.map(({ words }, at) => ({
    ...compact({ rows: found[at] }),
    words: words.map((forms) => [...forms]),
  }));
  return { op: "find", queries };
}

function linesOf(template: string, speech: Speech, empty = ""): JsonObject {
  return { op: "lines", template, most, more: answerWords[speech].more, empty };
}

/** Said before a row that lacks some of the words that were searched for. */
function closestOf(speech: Speech): string {
  return `[${answerWords[speech].closest("{not_found}")} ]`;
}

function filterBy(field: Field, is: string, to: Json): JsonObject {
  return { op: "filter", pointer: `/${field.name}`, is, to };
}

function textOperations(question: Question, { speech, alone, data }: TextStyle): JsonObject[] {
  const { kind, wanted, link, sold } = question;
  const empty = alone ? emptyText(question, { speech, data }) : "";
  const sales =
    sold === undefined
      ? ""
      : fieldParts(
          sold,
          sold.fields.filter((one) => isOfSale(one) && !kind.fields.some(({ name }) => name === one.name)),
          speech,
        );
  const lines = (fields: readonly Field[]): JsonObject =>
    linesOf(`${lineTemplate(kind, fields, speech)}${sales}`, speech, empty);
  if (link !== undefined) {
    const [name, ...others] = link.fields.map((field) => `{${linkName}/${field.name}}`);
    const own = wanted.do === "fields" ? fieldParts(kind, wanted.fields, speech) : "";
    const rest = others.map((one) => `[, ${one}]`).join("");
    return [linesOf(`${closestOf(speech)}${headOf(kind)}${own}: ${name ?? ""}${rest}`, speech, empty)];
  }
  switch (wanted.do) {
    case "count":
      return [{ op: "count" }];
    case "first":
      return [
        ...(wanted.field === undefined
          ? []
          : [{ op: "sort", pointer: `/${wanted.field.name}`, direction: wanted.direction }]),
        ...(wanted.count === undefined ? [] : [takeOf(question, wanted.field, wanted.count)]),
        lines([...new Set([...(wanted.field === undefined ? [] : [wanted.field]), ...wanted.others])]),
      ];
    case "each":
      return eachOperations(kind, wanted, { empty, speech });
    case "sum":
    case "average":
      return sumOperations(kind, wanted, { empty, speech });
    case "fields": {
      const list = bySense(wanted.fields, "list");
      return list === undefined ? [lines(wanted.fields)] : listOperations(list, speech);
    }
    case "enough":
    case "difference":
      return [];
    default:
      return wanted satisfies never;
  }
}

/** What one costs a client, and who that is. */
function isOfSale(field: Field): boolean {
  return isPrice(field) || field.sense === "person";
}

/** Amounts of several currencies have no common order: the first of each. */
function takeOf({ kind, filters }: Question, field: Field | undefined, count: number): JsonObject {
  const currency = bySense(kind.fields, "currency");
  const isMixed = field?.sense === "money" && currency !== undefined && !filters.some((one) => one.field === currency);
  return { op: "take", count, ...(isMixed && { each: `/${currency.name}` }) };
}

/**
 * Nothing has the number that was said, or is called by the name. Words that may be no name are told instead: of what they
 * mean nothing was looked up.
 */
export function emptyText(question: Question, { speech, data }: Pick<TextStyle, "speech" | "data">): string {
  const { nothing, unknown, unclear } = answerWords[speech];
  const { kind, search, named, filters } = question;
  // Of what is called so none passes the test, or nothing is.
  if (question.related !== undefined && !question.unclear) return nothing(searchedFor(question));
  if (search.length === 0 && filters.some(({ is }) => is === "less_than_field" || is === "equal_field"))
    return nothing("");
  if (isLoose(question)) return nothing(searchedFor({ ...question, used: withoutSearch(question) }));
  const isLooseNoun = named && search.length > 0 && search.every(({ loose }) => loose);
  if (question.unclear || isLooseNoun) {
    const doubted = isLooseNoun ? search : search.filter(({ isName }) => !isName || search.every((one) => one.isName));
    const words = doubted.map(({ text }) => text).join(", ");
    return unclear(words, named || data === "" ? knownOf(kind, speech) : data);
  }
  const isCommon = question.used.some(({ span, as }) => as === "argument" && /^(?:word|unknown|name)$/.test(span.kind));
  return isCommon && !named && search.length > 0 && data !== ""
    ? unknown(searchedFor(question), data)
    : nothing(searchedFor(question));
}

/** What was used, without the words to search for. */
function withoutSearch({ used, search }: Question): Question["used"] {
  return used.filter(
    ({ span }) => !search.some(({ words }) => words.some(([said]) => said === span.text.toLowerCase())),
  );
}

/** The words that narrowed what was looked up, in the order of the text. */
function searchedFor({ used, search }: Pick<Question, "used" | "search">): string {
  const narrowing = used.filter(
    ({ span, as }) => as !== "tool" && span.kind !== "quantifier" && span.kind !== "possessive",
  );
  const words = narrowing.toSorted((a, b) => a.span.from - b.span.from).map(({ span }) => span.text);
  return words.length === 0 ? search.map(({ text }) => text).join(", ") : [...new Set(words)].join(" ");
}

/** Where a joined row lies in the element that it was joined to; the thing that a line is of. */
export const [linkName, thingName] = ["linked", "thing"];

/** Money of several currencies is added up for each of them. */
function sumOperations(
  { fields }: Pick<Kind, "fields">,
  { do: op, field }: { do: "sum" | "average"; field: Field },
  { empty, speech }: { empty: string; speech: Speech },
): JsonObject[] {
  const currency = bySense(fields, "currency");
  if (field.sense !== "money" || currency === undefined) return [{ op, pointer: `/${field.name}` }];
  const name = answerWords[speech].label(field.words);
  return [
    { op: "group", pointer: `/${currency.name}`, [op]: `/${field.name}` },
    {
      op: "lines",
      template: `${op === "average" ? `${answerWords[speech].label(op)} ` : ""}${name}: {${op}} {key}`,
      most,
      empty,
    },
  ];
}

/** By how much one of two records has more, where both are of one currency; then both of them. */
function differenceOperations({ fields }: Kind, field: Field, speech: Speech): JsonObject[][] {
  const currency = field.sense === "money" ? bySense(fields, "currency") : undefined;
  // A record that lacks some of the words is perhaps another.
  const found: JsonObject = { op: "filter", pointer: "/not_found", is: "absent" };
  const group = { op: "group", pointer: `/${currency?.name ?? "not_found"}`, difference: `/${field.name}` };
  const known: JsonObject = { op: "filter", pointer: "/difference", is: "present" };
  const line = `${answerWords[speech].label("difference")}: {difference}${currency === undefined ? "" : " {key}"}`;
  const sort: JsonObject = { op: "sort", pointer: `/${field.name}`, direction: "descending" };
  return [
    [found, group, known, linesOf(line, speech)],
    [sort, linesOf(lineTemplate({ fields }, [field], speech), speech)],
  ];
}

/** How many there are of each, or what they come to: money of each currency for itself. */
function eachOperations(
  { fields }: Pick<Kind, "fields">,
  { by, of }: Omit<Extract<Question["wanted"], { do: "each" }>, "do">,
  { empty, speech }: { empty: string; speech: Speech },
): JsonObject[] {
  const currency = of?.field.sense === "money" ? bySense(fields, "currency") : undefined;
  const group = { op: "group", pointer: `/${by.name}`, ...(currency !== undefined && { each: `/${currency.name}` }) };
  if (of === undefined) return [group, linesOf("{key}: {count}", speech, empty)];
  const unit = currency === undefined ? "" : " {each}";
  return [{ ...group, [of.do]: `/${of.field.name}` }, linesOf(`{key}: {${of.do}}${unit}`, speech, empty)];
}

/** The lines of an order or a quote: the record is the one element of a list. */
export function listOperations(list: Field, speech: Speech): JsonObject[] {
  return [
    { op: "at", pointer: `/0/${list.name}` },
    { op: "lines", template: lineTemplate(list, [], speech), most, more: answerWords[speech].more },
  ];
}

/** Told of a row beside its name, where nothing in particular is asked for. */
const telling: readonly Sense[] = [
  "person",
  "staff",
  "status",
  "quantity",
  "money",
  "contact",
  "link",
  "place",
  "area",
];

/** One line for a row: what it is recognised by, and the fields that were asked for. */
function lineTemplate(
  { fields, lines }: Pick<Kind, "fields" | "lines">,
  asked: readonly Field[],
  speech: Speech,
): string {
  const others =
    asked.length > 0
      ? asked
      : lines === undefined
        ? telling.flatMap((sense) => fields.filter((one) => one.sense === sense)).slice(0, 4)
        : fields.filter((one) => isOfSale(one) || one.sense === "quantity");
  const line = `${headOf({ fields })}${fieldParts({ fields }, others, speech)}`.replace(/^\[, /, "[");
  return `${closestOf(speech)}${lines === undefined ? "" : `{${lines.record.name}}: `}${line}`;
}

/** The fields of a row with their names; a quantity with what is reserved of it. */
function fieldParts({ fields }: Pick<Kind, "fields">, asked: readonly Field[], speech: Speech): string {
  const { head, second } = namesOf(fields);
  const rest = asked
    .filter((field) => field !== head && field !== second && field.sense !== "list")
    .flatMap((field) =>
      /^(?:quantity|free)$/.test(field.sense ?? "")
        ? [field, ...fields.filter(({ sense }) => sense === "reserved")]
        : [field],
    );
  const currency = bySense(fields, "currency");
  return [...new Set(rest)]
    .map((field) => {
      const unit = field.sense === "money" && currency !== undefined ? ` {${currency.name}}` : "";
      return `[, ${answerWords[speech].label(field.words)} {${field.name}}${unit}]`;
    })
    .join("");
}

/** What a row is recognised by. */
function namesOf(fields: readonly Field[]): { head: Field | undefined; second: Field | undefined } {
  const own = bySense(fields, "id");
  const name = bySense(fields, "name");
  return name === undefined ? { head: own, second: undefined } : { head: name, second: own };
}

function headOf({ fields }: Pick<Kind, "fields">): string {
  const { head, second } = namesOf(fields);
  return head === undefined ? "" : `{${head.name}}${second === undefined ? "" : `[ ({${second.name}})]`}`;
}

/** Texts of what was asked of lines: those that are not covered and those that are, what is left, or what is earned. */
export function coverOperations(cover: Omit<CoverQuestion, "used">, speech: Speech): JsonObject[][] {
  const { record, needed, there, reserved, search, mode, by } = cover;
  const { fields, lines: of } = record.kind;
  const words = answerWords[speech];
  const own = `/${thingName}/${there.name}`;
  const held = reserved === undefined ? [] : [compute("free", "minus", [own, `/${thingName}/${reserved.name}`])];
  const stock = reserved === undefined ? own : "/free";
  const which = record.kind.rows === undefined ? "" : `{${of?.record.name ?? ""}}: `;
  const figures = { name: `${which}${headOf({ fields })}`, needed: `{${needed.name}}`, there: `{${stock.slice(1)}}` };
  const common: JsonObject[] = [...(search.length === 0 ? [] : [findOf(search)]), ...held];
  const lines = (template: string): JsonObject => linesOf(`${closestOf(speech)}${template}`, speech);
  const test = (is: string): JsonObject => ({ op: "filter", pointer: stock, is, to: `/${needed.name}` });
  if (mode === "enough")
    return [
      [...common, test("less_than_field"), lines(words.uncovered(figures))],
      [...common, test("at_least_field"), lines(words.covered(figures))],
    ];
  if (mode === "leaves")
    return [[...common, compute("left", "minus", [stock, `/${needed.name}`]), lines(words.leaves(figures))]];
  const [quantity, currency] = [bySense(fields, "quantity"), bySense(fields, "currency")];
  const earned: JsonObject[] = [
    ...common,
    // What is bought in another currency has no margin.
    ...(currency === undefined
      ? []
      : [{ op: "filter", pointer: `/${currency.name}`, is: "equal_field", to: `/${thingName}/${currency.name}` }]),
    compute("margin", "minus", [`/${needed.name}`, own]),
    ...(quantity === undefined ? [] : [compute("margin", "times", ["/margin", `/${quantity.name}`])]),
  ];
  const code = currency === undefined ? "" : ` {${currency.name}}`;
  const times = quantity === undefined ? "" : ` × {${quantity.name}}`;
  const line = `${figures.name}: ({${needed.name}} − ${figures.there})${times} = {margin}${code}`;
  const margin: Field = { ...needed, name: "margin", words: "margin" };
  if (by !== undefined)
    return [
      [...earned, ...eachOperations({ fields }, { by, of: { do: "sum", field: margin } }, { empty: "", speech })],
    ];
  const total = sumOperations({ fields }, { do: "sum", field: margin }, { empty: "", speech });
  return [
    [...earned, ...total],
    [...earned, lines(line)],
  ];
}

function compute(as: string, by: "minus" | "times", [pointer, other]: readonly [string, string | number]): JsonObject {
  return { op: "compute", pointer, by, with: other, as };
}
