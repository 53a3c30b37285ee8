import { canonicalText } from "./canonical.ts";
import { isJsonObject, type Json, type JsonObject } from "./json.ts";

type ValueTextOptions = {
  /** Lines of a list, at most. */
  most?: number;
  /** The line for those beyond, with `{count}`. */
  more?: string;
  /** The text where there is nothing. */
  empty?: string;
};

/** Any result of a tool as plain text: a list as lines, a record as its fields. For results whose form nobody declared. */
export function valueText(value: Json, options: ValueTextOptions = {}): string {
  const { most = 10, more = "… {count} more", empty = "" } = options;
  const rows = rowsOf(value);
  if (rows === undefined) return isJsonObject(value) ? rowText(value) || empty : scalarText(value) || empty;
  return linesText(rows, rowText, { most, more, empty });
}

/** A line for each row up to `most`, then how many more there are. */
export function linesText(
  rows: readonly Json[],
  lineOf: (row: Json) => string,
  { most, more, empty }: Required<ValueTextOptions>,
): string {
  if (rows.length === 0) return empty;
  const rest = rows.length - most;
  const lines = rows.slice(0, most).map(lineOf);
  return [...lines, ...(rest > 0 ? [more.replace("{count}", String(rest))] : [])].join("\n");
}

/** The list itself, or the only list of an object such as `{ items: […], count: 3 }`. */
function rowsOf(value: Json): readonly Json[] | undefined {
  if (Array.isArray(value)) return value;
  if (!isJsonObject(value)) return undefined;
  const fields = Object.values(value);
  const lists = fields.filter((field) => Array.isArray(field));
  if (lists.length === 1 && fields.every((field) => Array.isArray(field) || isCounter(field))) return lists[0];
  const [only] = fields;
  return fields.length === 1 && isJsonObject(only) ? [only] : undefined;
}

/** What pages add to a list: totals, cursors, flags. */
function isCounter(field: Json): boolean {
  return field === null || typeof field === "number" || typeof field === "boolean";
}

const names: readonly string[] = ["name", "title", "subject", "label", "summary"];

/** A row begins with its name, if it has one. What lies deeper than a list of words is left out. */
function rowText(row: Json): string {
  if (!isJsonObject(row)) return scalarText(row);
  const head = names.find((name) => typeof row[name] === "string" && row[name] !== "");
  const fields = Object.entries(row).flatMap(([name, value]) => {
    const text = name === head ? "" : fieldText(value);
    return text === "" ? [] : [`${name.replaceAll("_", " ")} ${text}`];
  });
  return [...(head === undefined ? [] : [scalarText(row[head] ?? "")]), fields.join(", ")].filter(Boolean).join(": ");
}

function fieldText(value: Json): string {
  if (Array.isArray(value)) return value.every((one) => !isDeep(one)) ? value.map(scalarText).join("; ") : "";
  return isJsonObject(value) ? nestedText(value) : scalarText(value);
}

/** `{ amount: 5, currency: EUR }` is shown whole; other objects are shown by their name. */
function nestedText(value: JsonObject): string {
  const named = names.find((name) => typeof value[name] === "string");
  if (named !== undefined) return scalarText(value[named] ?? "");
  return Object.values(value).every((one) => !isDeep(one)) ? Object.values(value).map(scalarText).join(" ").trim() : "";
}

function isDeep(value: Json): boolean {
  return typeof value === "object" && value !== null;
}

function scalarText(value: Json): string {
  if (value === null) return "";
  return typeof value === "string" ? value : canonicalText(value);
}
