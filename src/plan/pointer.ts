import { isJsonObject, type Json } from "./json.ts";

/** One token as RFC 6901 writes it. */
export function escapeToken(token: string | number): string {
  const text = String(token);
  return /[~/]/.test(text) ? text.replaceAll("~", "~0").replaceAll("/", "~1") : text;
}

/** `joinPointer("/steps", 0, "a/b")` is `/steps/0/a~1b`. */
export function joinPointer(pointer: string, ...tokens: readonly (string | number)[]): string {
  return tokens.reduce<string>((path, token) => `${path}/${escapeToken(token)}`, pointer);
}

/** The tokens of a pointer, or undefined for text that is not a pointer. */
export function parsePointer(pointer: string): string[] | undefined {
  if (pointer === "") return [];
  if (!pointer.startsWith("/") || /~(?![01])/.test(pointer)) return undefined;
  return pointer
    .slice(1)
    .split("/")
    .map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** The value at a pointer, or undefined. Reads own properties only, so `/constructor` finds nothing by accident. */
export function atPointer(value: Json, pointer: string): Json | undefined;
export function atPointer(value: unknown, pointer: string): unknown;
export function atPointer(value: unknown, pointer: string): unknown {
  const tokens = parsePointer(pointer);
  if (tokens === undefined) return undefined;
  let here = value;
  for (const token of tokens) {
    if (Array.isArray(here)) here = /^(?:0|[1-9][0-9]*)$/.test(token) ? here[Number(token)] : undefined;
    else if (isJsonObject(here) && Object.hasOwn(here, token)) here = here[token];
    else return undefined;
  }
  return here;
}
