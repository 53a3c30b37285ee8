import type { JsonObject } from "../../plan/json.ts";
import type { Speech } from "../speech.ts";
import type { Field, Kind, Sense } from "./kinds.ts";
import type { Question } from "./question.ts";
import { answerWords } from "./words.ts";

const most = 10;

/** What is done with the rows of a lookup, the last of it their text. */
export function rowOperations(question: Question, { speech, alone }: { speech: Speech; alone: boolean }): JsonObject[] {
  const { kind, wanted, search } = question;
  const words = answerWords[speech];
  const empty = alone ? words.nothing(search.join(", ")) : "";
  const lines = (fields: readonly Field[]): JsonObject => ({
    op: "lines",
    template: lineTemplate(kind, fields, speech),
    most,
    more: words.more,
    empty,
  });
  switch (wanted.do) {
    case "count":
      return [{ op: "count" }];
    case "first":
      return [
        { op: "sort", pointer: `/${wanted.field.name}`, direction: wanted.direction },
        { op: "take", count: wanted.count },
        lines([wanted.field]),
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

/** Money of several currencies is added up for each of them. */
function sumOperations(
  { fields }: Kind,
  { do: op, field }: { do: "sum" | "average"; field: Field },
  empty: string,
): JsonObject[] {
  const currency = fields.find(({ sense }) => sense === "currency");
  if (op === "average" || field.sense !== "money" || currency === undefined) return [{ op, pointer: `/${field.name}` }];
  return [
    { op: "group", pointer: `/${currency.name}`, sum: `/${field.name}` },
    { op: "lines", template: `${field.words}: {sum} {key}`, most, empty },
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
export function lineTemplate({ fields }: Pick<Kind, "fields">, asked: readonly Field[], speech: Speech): string {
  const own = fields.find(({ sense }) => sense === "id");
  const name = fields.find(({ sense }) => sense === "name");
  const [head, second] = name === undefined ? [own, undefined] : [name, own];
  const others =
    asked.length > 0 ? asked : telling.flatMap((sense) => fields.filter((one) => one.sense === sense)).slice(0, 4);
  const rest = others.filter((field) => field !== head && field !== second && field.sense !== "list");
  const currency = fields.find(({ sense }) => sense === "currency");
  const parts = rest.map((field) => {
    const unit = field.sense === "money" && currency !== undefined ? ` {${currency.name}}` : "";
    return `[, ${answerWords[speech].label(field.words)} {${field.name}}${unit}]`;
  });
  const start = head === undefined ? "" : `{${head.name}}${second === undefined ? "" : `[ ({${second.name}})]`}`;
  return `${start}${parts.join("")}`.replace(/^\[, /, "[");
}
