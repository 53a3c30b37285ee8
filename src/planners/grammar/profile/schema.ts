import { isJsonObject, type Json, type JsonObject } from "../../../plan/json.ts";
import type { JsonSchema } from "../../../plan/tool-spec.ts";
import { wordTable } from "../../../language/words/word-table.ts";

export type ValueType = "string" | "integer" | "number" | "boolean" | "array" | "object" | "any";

const deepest = 6;

/** Follows local references and the first branch of unions; what cannot be read becomes "anything". */
export function resolve(schema: Json | undefined, root: JsonSchema, depth = 0): JsonObject {
  if (!isJsonObject(schema) || depth > deepest) return {};
  const ref = schema["$ref"];
  if (typeof ref === "string") return resolve(pointed(root, ref), root, depth + 1);
  const branches = schema["anyOf"] ?? schema["oneOf"] ?? schema["allOf"];
  if (Array.isArray(branches) && schema["type"] === undefined) {
    const branch = branches.find((one) => isJsonObject(one) && one["type"] !== "null");
    const { anyOf: _any, oneOf: _one, allOf: _all, ...rest } = schema;
    return { ...resolve(branch, root, depth + 1), ...rest };
  }
  return schema;
}

function pointed(root: JsonSchema, ref: string): Json | undefined {
  if (!ref.startsWith("#/") || typeof root === "boolean") return undefined;
  let at: Json | undefined = root;
  for (const part of ref.slice(2).split("/").slice(0, 20)) {
    if (!isJsonObject(at)) return undefined;
    at = at[part.replaceAll("~1", "/").replaceAll("~0", "~")];
  }
  return at;
}

const typeNames = wordTable<ValueType>({
  string: "string",
  str: "string",
  integer: "integer",
  int: "integer",
  number: "number",
  float: "number",
  double: "number",
  boolean: "boolean",
  bool: "boolean",
  array: "array",
  list: "array",
  tuple: "array",
  object: "object",
  dict: "object",
});

/** The declared type, or what the rest of the schema lets one conclude. */
export function typeOf(schema: JsonObject): ValueType {
  const declared = schema["type"];
  const names = Array.isArray(declared) ? declared : [declared];
  for (const name of names) if (typeof name === "string" && typeNames[name] !== undefined) return typeNames[name];
  if (schema["properties"] !== undefined) return "object";
  if (schema["items"] !== undefined) return "array";
  const values = enumOf(schema);
  if (values.length > 0 && values.every((value) => typeof value === "string")) return "string";
  return "any";
}

export function enumOf(schema: JsonObject): Json[] {
  if (schema["const"] !== undefined) return [schema["const"]];
  const values = schema["enum"];
  return Array.isArray(values) ? values : [];
}

/** The properties of an object by name; none where the schema lists none. */
export function propertiesOf(schema: Json | undefined): JsonObject {
  const properties = isJsonObject(schema) ? schema["properties"] : undefined;
  return isJsonObject(properties) ? properties : {};
}

export function requiredOf(schema: Json | undefined): string[] {
  return isJsonObject(schema) ? strings(schema["required"]) : [];
}

export function text(value: Json | undefined): string {
  return typeof value === "string" ? value : "";
}

export function strings(value: Json | undefined): string[] {
  return Array.isArray(value) ? value.filter((one): one is string => typeof one === "string") : [];
}
