import { memoizeByIdentity } from "../../plan/bounded-cache.ts";
import { isJsonObject, type Json, type JsonObject } from "../../plan/json.ts";
import { writeReference } from "../../plan/references.ts";
import type { JsonSchema } from "../../plan/tool-spec.ts";
import { propertiesOf, requiredOf } from "../grammar/profile/schema.ts";

/** One fact of a result: its label, and the reference that becomes its value. */
export type ResultFact = { label: string; reference: string };

const maxFacts = 3;

/** The most useful fields first. */
const ranks: readonly RegExp[] = [
  /(?:^|_)(?:id|identifier|number|no|code|key|ref|sku)$/i,
  /(?:^|_)(?:status|state)$/i,
  /(?:^|_)(?:total|amount|price|sum|balance|quantity|count|before|after)$/i,
  /(?:^|_)(?:url|link|email|to|name|title|subject)$/i,
];

/**
 * The fields of a result that a message can show: required scalar fields of the output schema, so that a reference always
 * resolves. Of several ids the first is the result's own.
 */
export function resultFacts(output: JsonSchema | undefined, resultKey: string): ResultFact[] {
  return factPaths(output).map((path) => ({
    label: (path.at(-1) ?? "").replaceAll("_", " "),
    reference: writeReference({ name: resultKey, path }, "results"),
  }));
}

function factPaths(output: JsonSchema | undefined): readonly string[][] {
  return isJsonObject(output) ? pathsIn(output) : [];
}

const pathsIn = memoizeByIdentity((output: JsonObject): readonly string[][] => {
  const fields = requiredPaths(output, []);
  const ranked = fields
    .map((path) => ({ path, rank: ranks.findIndex((form) => form.test(path.at(-1) ?? "")) }))
    .filter(({ rank }) => rank >= 0)
    .filter(({ path, rank }, _, all) => rank > 0 || all.find((one) => one.rank === 0)?.path === path)
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ path }) => path);
  const told = fields.length <= maxFacts ? fields : ranked;
  return told.slice(0, maxFacts);
});

/** Paths to required scalars; those of a nested object only where there are none beside it. */
function requiredPaths(schema: JsonSchema | undefined, path: readonly string[]): string[][] {
  const properties = propertiesOf(schema);
  // References separate keys with dots.
  const fields = requiredOf(schema)
    .filter((name) => /^\w+$/.test(name))
    .map((name) => ({ name, field: properties[name] ?? {} }));
  const single = fields.filter(({ field }) => isSingle(field)).map(({ name }) => [...path, name]);
  if (single.length > 0 || path.length > 0) return single;
  return fields.flatMap(({ name, field }) => (isJsonObject(field) ? requiredPaths(field, [name]) : []));
}

const singles: readonly unknown[] = ["string", "number", "integer"];

function isSingle(field: Json): boolean {
  return isJsonObject(field) && singles.includes(field["type"]);
}
