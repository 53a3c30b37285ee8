import type { Json, JsonObject } from "../../plan/json.ts";
import type { Speech } from "../speech.ts";
import type { Field, Kind, Sense } from "./kinds.ts";
import type { Question } from "./question.ts";
import { answerWords } from "./words.ts";

const most = 10;

/** The language of the answer, whether it is all of the answer, and the rows of a linked kind. */
type TextStyle = { speech: Speech; alone: boolean; linked?: string };

/** What is done with the rows of a lookup, the last of it their text. */
export function rowOperations(question: Question, style: TextStyle): JsonObject[] {
  return [...question.filters.map(({ field, is, to }) => filterBy(field, is, to)), ...textOperations(question, style)];
}

function filterBy(field: Field, is: string, to: Json): JsonObject {
  return { op: "filter", pointer: `/${field.name}`, is, to };
}

function textOperations(question: Question, { speech, alone, linked }: TextStyle): JsonObject[] {
  const { kind, wanted, link } = question;
  const words = answerWords[speech];
  const empty = alone ? words.nothing(searchedFor(question)) : "";
  const lines = (fields: readonly Field[]): JsonObject => ({
    op: "lines",
    template: lineTemplate(kind, fields, speech),
    most,
    more: words.more,
    empty,
  });
  if (link !== undefined && linked !== undefined) {
    const names = link.fields.map(({ name }) => `{${linkName}/${name}}`).join(", ");
    return [
      { op: "join", rows: linked, pointer: `/${link.id}`, to: `/${link.id}`, as: linkName },
      { op: "lines", template: `${headOf(kind)}: ${names}`, most, more: words.more, empty },
    ];
  }
  switch (wanted.do) {
    case "count":
      return [{ op: "count" }];
    case "first":
      return [
        ...(wanted.field === undefined
          ? []
          : [{ op: "sort", pointer: `/${wanted.field.name}`, direction: wanted.direction }]),
        ...(wanted.count === undefined ? [] : [{ op: "take", count: wanted.count }]),
        lines(wanted.field === undefined ? [] : [wanted.field]),
      ];
    case "sum":
    case "average":
      return sumOperations(kind, wanted, empty);
    case "fields": {
      const list = wanted.fields.find(({ sense }) => sense === "list");
      return list === undefined ? [lines(wanted.fields)] : listOperations(list, speech);
    }
    default:
      return wanted satisfies never;
  }
}

/** The words that narrowed what was looked up, in the order of the text. */
export function searchedFor({ used, search }: Pick<Question, "used" | "search">): string {
  const narrowing = used.filter(
    ({ span, as }) => as !== "tool" && span.kind !== "quantifier" && span.kind !== "possessive",
  );
  const words = narrowing.toSorted((a, b) => a.span.from - b.span.from).map(({ span }) => span.text);
  return words.length === 0 ? search.join(", ") : [...new Set(words)].join(" ");
}

/** Where a joined row lies in the element that it was joined to. */
const linkName = "linked";

/** Money of several currencies is added up for each of them. */
function sumOperations(
  { fields }: Kind,
  { do: op, field }: { do: "sum" | "average"; field: Field },
  empty: string,
): JsonObject[] {
  const currency = fields.find(({ sense }) => sense === "currency");
  if (field.sense !== "money" || currency === undefined) return [{ op, pointer: `/${field.name}` }];
  return [
    { op: "group", pointer: `/${currency.name}`, [op]: `/${field.name}` },
    { op: "lines", template: `${op === "average" ? `${op} ` : ""}${field.words}: {${op}} {key}`, most, empty },
  ];
}

/** The lines of an order or a quote: the record is the one element of a list. */
export function listOperations(list: Field, speech: Speech): JsonObject[] {
  return [
    { op: "at", pointer: `/0/${list.name}` },
    { op: "lines", template: lineTemplate(list, [], speech), most, more: answerWords[speech].more },
  ];
}

/** Told of a row beside its name, where nothing in particular is asked for. */
const telling: readonly Sense[] = ["person", "status", "quantity", "money", "contact", "place"];

/** One line for a row: what it is recognised by, and the fields that were asked for. */
function lineTemplate({ fields }: Pick<Kind, "fields">, asked: readonly Field[], speech: Speech): string {
  const { head, second } = namesOf(fields);
  const others =
    asked.length > 0 ? asked : telling.flatMap((sense) => fields.filter((one) => one.sense === sense)).slice(0, 4);
  const rest = others.filter((field) => field !== head && field !== second && field.sense !== "list");
  const currency = fields.find(({ sense }) => sense === "currency");
  const parts = rest.map((field) => {
    const unit = field.sense === "money" && currency !== undefined ? ` {${currency.name}}` : "";
    return `[, ${answerWords[speech].label(field.words)} {${field.name}}${unit}]`;
  });
  return `${headOf({ fields })}${parts.join("")}`.replace(/^\[, /, "[");
}

/** What a row is recognised by. */
function namesOf(fields: readonly Field[]): { head: Field | undefined; second: Field | undefined } {
  const own = fields.find(({ sense }) => sense === "id");
  const name = fields.find(({ sense }) => sense === "name");
  return name === undefined ? { head: own, second: undefined } : { head: name, second: own };
}

function headOf({ fields }: Pick<Kind, "fields">): string {
  const { head, second } = namesOf(fields);
  return head === undefined ? "" : `{${head.name}}${second === undefined ? "" : `[ ({${second.name}})]`}`;
}

/** Whether the lines of a record are covered: `needed` is a field of its lines, `there` one of the rows that are looked up. */
type Cover = { id: string; needed: Field; there: Field; rows: string };

/** Two texts: the lines that are not covered, and those that are. */
export function coverOperations(list: Field, { id, needed, there, rows }: Cover, speech: Speech): JsonObject[][] {
  const { covered, uncovered } = answerWords[speech];
  const figures = { name: headOf(list), needed: `{${needed.name}}`, there: `{${linkName}/${there.name}}` };
  const lines = (is: string, template: string): JsonObject[] => [
    { op: "join", rows, pointer: `/${id}`, to: `/${id}`, as: linkName },
    { op: "filter", pointer: `/${linkName}/${there.name}`, is, to: `/${needed.name}` },
    { op: "lines", template, most, more: answerWords[speech].more, empty: "" },
  ];
  return [lines("less_than_field", uncovered(figures)), lines("at_least_field", covered(figures))];
}
