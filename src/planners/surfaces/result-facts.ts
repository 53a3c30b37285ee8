import { isJsonObject, type Json, type JsonObject } from "../../plan/json.ts";
import { writeReference } from "../../plan/references.ts";
import type { JsonSchema } from "../../plan/tool-spec.ts";

/** One thing worth saying about a result: what it is called, and the reference that becomes its value. */
export type ResultFact = { label: string; reference: string };

const maxFacts = 3;

/** What a person asks for first. */
const ranks: readonly RegExp[] = [
  /(?:^|_)(?:id|identifier|number|no|code|key|ref|sku)$/i,
  /(?:^|_)(?:status|state)$/i,
  /(?:^|_)(?:total|amount|price|sum|balance|quantity|count|before|after)$/i,
  /(?:^|_)(?:url|link|email|to|name|title|subject)$/i,
];

/**
 * The fields of a result that a message can name: single values that the output schema promises, so that a reference to
 * them never leads to nothing. Of several ids the first is the result's own.
 */
export function resultFacts(output: JsonSchema | undefined, resultKey: string): ResultFact[] {
  return factPaths(output).map((path) => ({
    label: (path.at(-1) ?? "").replaceAll("_", " "),
    reference: writeReference({ name: resultKey, path }, "results"),
  }));
}

/** By identity: the tools of a toolbox are called again and again. */
const known = new WeakMap<object, readonly string[][]>();

function factPaths(output: JsonSchema | undefined): readonly string[][] {
  if (!isJsonObject(output)) return [];
  const paths = known.get(output) ?? pathsIn(output);
  known.set(output, paths);
  return paths;
}

function pathsIn(output: JsonObject): string[][] {
  const fields = requiredPaths(output, []);
  const ranked = fields
    .map((path) => ({ path, rank: ranks.findIndex((form) => form.test(path.at(-1) ?? "")) }))
    .filter(({ rank }) => rank >= 0)
    .filter(({ path, rank }, _, all) => rank > 0 || all.find((one) => one.rank === 0)?.path === path)
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ path }) => path);
  const told = fields.length <= maxFacts ? fields : ranked;
  return told.slice(0, maxFacts);
}

/** Paths to single values that are always there; those inside of an object where there are none beside it. */
function requiredPaths(schema: JsonSchema | undefined, path: readonly string[]): string[][] {
  if (!isJsonObject(schema) || !isJsonObject(schema["properties"])) return [];
  const { properties, required } = schema;
  const names = Array.isArray(required) ? required.filter((name) => typeof name === "string") : [];
  // A reference is written with dots between its keys.
  const fields = names.filter((name) => /^\w+$/.test(name)).map((name) => ({ name, field: properties[name] ?? {} }));
  const single = fields.filter(({ field }) => isSingle(field)).map(({ name }) => [...path, name]);
  if (single.length > 0 || path.length > 0) return single;
  return fields.flatMap(({ name, field }) => (isJsonObject(field) ? requiredPaths(field, [name]) : []));
}

const singles: readonly unknown[] = ["string", "number", "integer"];

function isSingle(field: Json): boolean {
  return isJsonObject(field) && singles.includes(field["type"]);
}
