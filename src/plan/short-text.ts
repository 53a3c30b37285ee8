import { isJsonObject, type Json } from "./json.ts";

const maxParts = 8;
const maxChars = 400;
const maxJsonChars = 80;

/**
 * A value as short text for a person: names and values of an object, the items of a list, nothing nested deeper than
 * that, never JSON.
 */
export function shortText(value: Json): string {
  const text = inWords(value, 0);
  return text.length > maxChars ? `${text.slice(0, maxChars - 1).replace(/[\ud800-\udbff]$/, "")}…` : text;
}

/** The JSON of a value, truncated for a message. */
export function shortJson(value: unknown): string {
  const text = JSON.stringify(value) ?? "nothing";
  return text.length > maxJsonChars ? `${text.slice(0, maxJsonChars - 1)}…` : text;
}

function inWords(value: Json, depth: number): string {
  if (value === null) return "";
  if (typeof value === "string") return value;
  if (typeof value !== "object") return String(value);
  const isList = Array.isArray(value);
  const entries = Object.entries(value).filter(([, part]) => part !== null);
  if (depth > 1) return isList ? lengthText(value.length) : "…";
  const shown = entries.slice(0, maxParts).map(([name, part]) => {
    const words = inWords(part, depth + 1);
    return isList ? words : `${name.replaceAll("_", " ")}: ${words}`;
  });
  const more = entries.length > maxParts ? [`and ${entries.length - maxParts} more`] : [];
  const joined = [...shown, ...more].join(isList || Object.values(value).some(isJsonObject) ? "; " : ", ");
  return joined === "" ? (isList ? "none" : "") : joined;
}

function lengthText(length: number): string {
  return length === 1 ? "1 item" : `${length} items`;
}
