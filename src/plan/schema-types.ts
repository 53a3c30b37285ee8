import { isJsonObject, type Json, type JsonObject } from "./json.ts";
import { isIndex } from "./resolve.ts";
import { localTarget } from "./schema-guard.ts";
import type { JsonSchema } from "./tool-spec.ts";

/** `number` means a number with a fraction here, so that sets of types intersect as the values do. */
export type JsonType = "null" | "boolean" | "integer" | "number" | "string" | "array" | "object";
export type JsonTypes = ReadonlySet<JsonType>;

export const allTypes: JsonTypes = new Set(["null", "boolean", "integer", "number", "string", "array", "object"]);

/**
 * The types a value may have at a path, or undefined where the schema has no such path. A schema with properties and no
 * `additionalProperties` counts as closed: a reference to an undeclared field is not safe.
 */
export function typesAt(schema: JsonSchema, path: readonly string[]): JsonTypes | undefined {
  const walk: Walk = { root: schema, budget: maxVisits };
  let nodes: readonly JsonSchema[] = [schema];
  for (const key of path) {
    const found = either(nodes, (node) => below(node, key, walk));
    if (found === "absent") return undefined;
    if (found === "silent") return allTypes;
    nodes = found;
  }
  return new Set(nodes.flatMap((node) => [...typesOf(node, walk)]));
}

/** Keys the schema declares at a path, for suggestions. */
export function keysAt(schema: JsonSchema, path: readonly string[]): string[] {
  const walk: Walk = { root: schema, budget: maxVisits };
  let nodes: readonly JsonSchema[] = [schema];
  for (const key of path) {
    const found = either(nodes, (node) => below(node, key, walk));
    if (typeof found === "string") return [];
    nodes = found;
  }
  return nodes.flatMap((node) => declaredKeys(node, walk));
}

export function overlap(a: JsonTypes, b: JsonTypes): boolean {
  return !a.isDisjointFrom(b);
}

function typeOf(value: Json): JsonType {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  if (typeof value === "number") return Number.isInteger(value) ? "integer" : "number";
  if (typeof value === "boolean") return "boolean";
  return typeof value === "string" ? "string" : "object";
}

/** Bounds the walk of recursive schemas; what is unknown by then counts as unspecified. */
const maxVisits = 500;
type Walk = { readonly root: JsonSchema; budget: number };

/** The schemas at a path; `absent`: no such path; `silent`: the schema does not say. */
type SchemaMatch = readonly JsonSchema[] | "absent" | "silent";

function either(nodes: readonly JsonSchema[], look: (node: JsonSchema) => SchemaMatch): SchemaMatch {
  return united(nodes.map(look));
}

function united(found: readonly SchemaMatch[]): SchemaMatch {
  if (found.includes("silent")) return "silent";
  const schemas = found.filter((one) => typeof one !== "string").flat();
  return schemas.length > 0 ? schemas : "absent";
}

function both(found: readonly SchemaMatch[]): SchemaMatch {
  const schemas = found.filter((one) => typeof one !== "string").flat();
  if (schemas.length > 0) return schemas;
  return found.includes("absent") ? "absent" : "silent";
}

function below(node: JsonSchema, key: string, walk: Walk): SchemaMatch {
  walk.budget -= 1;
  if (walk.budget < 0) return "silent";
  if (typeof node === "boolean") return node ? "silent" : "absent";
  return both([
    ownBelow(node, key),
    ...conjuncts(node, walk).map((part) => below(part, key, walk)),
    ...choices(node).map((branches) => either(branches, (branch) => below(branch, key, walk))),
  ]);
}

function ownBelow(node: JsonObject, key: string): SchemaMatch {
  const types = declaredTypes(node);
  const asItem = types.has("array") && isIndex(key) ? itemBelow(node, key) : "absent";
  // Without a `type`, a schema that describes items and no properties means a list.
  const isList = node["type"] === undefined && "items" in node && !("properties" in node);
  const asField = types.has("object") && !isList ? fieldBelow(node, key) : "absent";
  return united([asItem, asField]);
}

function fieldBelow(node: JsonObject, key: string): SchemaMatch {
  const properties = node["properties"];
  if (isJsonObject(properties) && Object.hasOwn(properties, key)) return asSchemas(properties[key]);
  const rest = node["additionalProperties"];
  if (rest !== undefined) return asSchemas(rest);
  return isJsonObject(properties) && node["patternProperties"] === undefined ? "absent" : "silent";
}

function itemBelow(node: JsonObject, key: string): SchemaMatch {
  const first = node["prefixItems"];
  if (Array.isArray(first) && first[Number(key)] !== undefined) return asSchemas(first[Number(key)]);
  return asSchemas(node["items"]);
}

function asSchemas(value: Json | undefined): SchemaMatch {
  if (value === false) return "absent";
  return isJsonObject(value) ? [value] : "silent";
}

/** The schemas that apply in addition to the node's own keywords. */
function conjuncts(node: JsonObject, { root }: Walk): JsonSchema[] {
  const ref = node["$ref"];
  const target = typeof ref === "string" ? localTarget(root, ref) : undefined;
  return [...(target === undefined ? [] : [target]), ...schemaList(node["allOf"])];
}

function choices(node: JsonObject): JsonSchema[][] {
  return [schemaList(node["anyOf"]), schemaList(node["oneOf"])].filter((branches) => branches.length > 0);
}

function schemaList(value: Json | undefined): JsonSchema[] {
  if (!Array.isArray(value)) return [];
  return value.filter((item): item is JsonObject | boolean => isJsonObject(item) || typeof item === "boolean");
}

function typesOf(node: JsonSchema, walk: Walk): JsonTypes {
  walk.budget -= 1;
  if (walk.budget < 0 || node === true) return allTypes;
  if (node === false) return new Set();
  let types = declaredTypes(node);
  for (const part of conjuncts(node, walk)) types = types.intersection(typesOf(part, walk));
  for (const branches of choices(node))
    types = types.intersection(new Set(branches.flatMap((branch) => [...typesOf(branch, walk)])));
  return types;
}

function declaredTypes(node: JsonObject): JsonTypes {
  const type = node["type"];
  const named = (Array.isArray(type) ? type : [type]).flatMap((name) =>
    name === "number" ? ["integer", name] : [name],
  );
  const declared = type === undefined ? allTypes : new Set([...allTypes].filter((name) => named.includes(name)));
  const values = Object.hasOwn(node, "const") ? [node["const"] ?? null] : node["enum"];
  return Array.isArray(values) ? declared.intersection(new Set(values.map(typeOf))) : declared;
}

function declaredKeys(node: JsonSchema, walk: Walk): string[] {
  walk.budget -= 1;
  if (walk.budget < 0 || typeof node === "boolean") return [];
  const own = isJsonObject(node["properties"]) ? Object.keys(node["properties"]) : [];
  const parts = [...conjuncts(node, walk), ...choices(node).flat()];
  return [...own, ...parts.flatMap((part) => declaredKeys(part, walk))];
}
