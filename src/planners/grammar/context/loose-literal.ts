import type { Json, JsonObject } from "../../../plan/json.ts";

const deepest = 8;
const longest = 40_000;

/** Reads an object written as JSON or as a Python literal; undefined where it is neither. Linear, bounded in depth. */
export function parseLoose(text: string): Json | undefined {
  if (text.length > longest) return undefined;
  const cursor = { text, at: 0 };
  const value = readValue(cursor, 0);
  return value;
}

type Cursor = { text: string; at: number };

function readValue(cursor: Cursor, depth: number): Json | undefined {
  skip(cursor);
  const char = cursor.text.charAt(cursor.at);
  if (depth > deepest) return undefined;
  if (char === "{") return readObject(cursor, depth);
  if (char === "[" || char === "(") return readList(cursor, depth);
  if (char === '"' || char === "'") return readString(cursor);
  const word = /^[-+\w.]+/.exec(cursor.text.slice(cursor.at, cursor.at + 60))?.[0];
  if (word === undefined) return undefined;
  cursor.at += word.length;
  if (/^true$/i.test(word)) return true;
  if (/^false$/i.test(word)) return false;
  if (/^(?:null|none)$/i.test(word)) return null;
  const number = Number(word);
  return Number.isFinite(number) ? number : word;
}

function readObject(cursor: Cursor, depth: number): JsonObject | undefined {
  const object: JsonObject = {};
  cursor.at += 1;
  for (let count = 0; count < 500; count += 1) {
    skip(cursor);
    if (cursor.text.charAt(cursor.at) === "}") {
      cursor.at += 1;
      return object;
    }
    const key = readValue(cursor, depth + 1);
    skip(cursor);
    if (typeof key !== "string" || cursor.text.charAt(cursor.at) !== ":") return undefined;
    cursor.at += 1;
    const value = readValue(cursor, depth + 1);
    if (value === undefined) return undefined;
    object[key] = value;
  }
  return undefined;
}

function readList(cursor: Cursor, depth: number): Json[] | undefined {
  const list: Json[] = [];
  cursor.at += 1;
  for (let count = 0; count < 2_000; count += 1) {
    skip(cursor);
    if (/[\])]/.test(cursor.text.charAt(cursor.at))) {
      cursor.at += 1;
      return list;
    }
    const value = readValue(cursor, depth + 1);
    if (value === undefined) return undefined;
    list.push(value);
  }
  return undefined;
}

function readString(cursor: Cursor): string | undefined {
  const quote = cursor.text.charAt(cursor.at);
  let text = "";
  for (let i = cursor.at + 1; i < cursor.text.length; i += 1) {
    const char = cursor.text.charAt(i);
    if (char === quote) {
      cursor.at = i + 1;
      return text;
    }
    if (char === "\\") {
      i += 1;
      text += cursor.text.charAt(i);
    } else text += char;
  }
  return undefined;
}

function skip(cursor: Cursor): void {
  while (cursor.at < cursor.text.length && /[\s,]/.test(cursor.text.charAt(cursor.at))) cursor.at += 1;
}
