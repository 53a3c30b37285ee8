import { canonicalText } from "./canonical.ts";
import { isJsonObject, type Json } from "./json.ts";
import type { Spelling } from "./plan.ts";
import { exactReference, parseTemplate, type Reference } from "./references.ts";
import { mapStrings } from "./map-strings.ts";

/** Finds a result by name; undefined when there is none. */
export type ResultLookup = (name: string) => Json | undefined;

/** The value with every reference replaced, or the references that could not be resolved. */
type ResolveResult<T = Json> = { ok: true; value: T } | { ok: false; missing: Reference[] };

/** Replaces every reference in a value. Results are not scanned for further references. */
export function resolve<T extends Json>(value: T, spelling: Spelling, lookup: ResultLookup): ResolveResult<T> {
  const missing: Reference[] = [];
  const find = (reference: Reference): Json => {
    const start = lookup(reference.name);
    const found = start === undefined ? undefined : readPath(start, reference.path);
    if (found === undefined) missing.push(reference);
    return found ?? null;
  };
  const resolved = mapStrings(value, (text) => replaceText(text, spelling, find));
  return missing.length === 0 ? { ok: true, value: resolved } : { ok: false, missing };
}

/** Replaces the references that have a result; the others stay as written. */
export function resolveKnown<T extends Json>(value: T, spelling: Spelling, lookup: ResultLookup): T {
  const find = ({ name, path, text }: Reference): Json => {
    const start = lookup(name);
    return (start === undefined ? undefined : readPath(start, path)) ?? text;
  };
  return mapStrings(value, (text) => replaceText(text, spelling, find));
}

/** The value at a path: own keys of objects and indexes of arrays, nothing inherited. */
export function readPath(value: Json, path: readonly string[]): Json | undefined {
  let here: Json | undefined = value;
  for (const key of path) {
    if (Array.isArray(here)) here = isIndex(key) ? here[Number(key)] : undefined;
    else if (isJsonObject(here) && Object.hasOwn(here, key)) here = here[key];
    else return undefined;
  }
  return here;
}

/** Digits as an array index is written: no sign, no leading zero. */
export function isIndex(key: string): boolean {
  return /^(?:0|[1-9][0-9]{0,9})$/.test(key);
}

function replaceText(text: string, spelling: Spelling, find: (reference: Reference) => Json): Json {
  const template = parseTemplate(text, spelling);
  const exact = exactReference(template);
  if (exact !== undefined) return spelling === "dollar" ? onlyField(find(exact), exact) : find(exact);
  return template.parts.map((part) => (typeof part === "string" ? part : toText(find(part)))).join("");
}

/** Contract 2's tools return one field, which a reference to the whole output means. */
function onlyField(value: Json, { path }: Reference): Json {
  const fields = path.length === 0 && isJsonObject(value) ? Object.values(value) : [];
  return fields.length === 1 ? (fields[0] ?? null) : value;
}

function toText(value: Json): string {
  return typeof value === "string" ? value : canonicalText(value);
}
