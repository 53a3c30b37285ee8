import { isJsonObject, type Json, type JsonObject } from "../../plan/json.ts";
import type { JsonSchema } from "../../plan/tool-spec.ts";
import { type OpenApiDocument, target } from "./document.ts";

/** Whether a schema describes the request, which omits `readOnly` properties, or the answer, which omits `writeOnly` ones. */
type Side = "request" | "answer";

const maps = new Set(["properties", "patternProperties", "dependentSchemas", "$defs"]);
const lists = new Set(["allOf", "anyOf", "oneOf", "prefixItems"]);
const singles = new Set([
  "items",
  "additionalProperties",
  "not",
  "if",
  "then",
  "else",
  "contains",
  "propertyNames",
  "unevaluatedItems",
  "unevaluatedProperties",
]);
/** Annotations, and identifiers that could name another schema. */
const dropped = new Set([
  "example",
  "examples",
  "xml",
  "externalDocs",
  "discriminator",
  "$id",
  "$schema",
  "$anchor",
  "id",
]);

/** Converts the schemas of one tool to JSON Schema 2020-12, and collects their definitions. */
export type SchemaWriter = {
  write(schema: Json): JsonSchema;
  /** Definitions of all referenced schemas, including recursive ones. */
  definitions(): JsonObject;
};

export function createSchemaWriter(document: OpenApiDocument, side: Side): SchemaWriter {
  const names = new Map<string, string>();
  const definitions: JsonObject = {};

  const refer = (ref: string): JsonObject => {
    const known = names.get(ref);
    if (known !== undefined) return { $ref: `#/$defs/${known}` };
    const name = freshName(ref, new Set(names.values()));
    // Named before it is converted, so that a recursive schema finds its name.
    names.set(ref, name);
    definitions[name] = write(target(document, ref));
    return { $ref: `#/$defs/${name}` };
  };

  const write = (schema: Json): JsonSchema => {
    if (typeof schema === "boolean") return schema;
    if (!isJsonObject(schema)) throw new Error(`${JSON.stringify(schema)} stands where a schema is expected`);
    const ref = schema["$ref"];
    // In 3.0 keywords beside a reference are ignored; in 3.1 they apply.
    if (typeof ref === "string" && document.version === "3.0") return refer(ref);
    const written: JsonObject = typeof ref === "string" ? refer(ref) : {};
    for (const [key, value] of Object.entries(schema)) {
      if (key === "$ref" || dropped.has(key)) continue;
      if (maps.has(key) && isJsonObject(value))
        written[key] = Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, write(inner)]));
      else if (lists.has(key) && Array.isArray(value)) written[key] = value.map(write);
      else if (singles.has(key)) written[key] = write(value);
      else written[key] = value;
    }
    if (document.version === "3.0") fromVersion30(written);
    return withoutHidden(written, schema, side);
  };

  return { write, definitions: () => definitions };
}

function freshName(ref: string, taken: ReadonlySet<string>): string {
  const wanted = (ref.split("/").at(-1) ?? "").replaceAll(/[^A-Za-z0-9_.-]/g, "_") || "schema";
  let name = wanted;
  for (let count = 2; taken.has(name); count += 1) name = `${wanted}_${count}`;
  return name;
}

/** Converts `nullable` and boolean `exclusiveMinimum` of 3.0. */
function fromVersion30(schema: JsonObject): void {
  for (const [bound, exclusive] of [
    ["minimum", "exclusiveMinimum"],
    ["maximum", "exclusiveMaximum"],
  ] as const) {
    const flag = schema[exclusive];
    if (typeof flag !== "boolean") continue;
    delete schema[exclusive];
    const limit = schema[bound];
    if (flag && limit !== undefined) {
      schema[exclusive] = limit;
      delete schema[bound];
    }
  }
  const { nullable, type } = schema;
  delete schema["nullable"];
  if (nullable !== true) return;
  if (typeof type === "string") schema["type"] = [type, "null"];
  const allowed = schema["enum"];
  if (Array.isArray(allowed) && !allowed.includes(null)) schema["enum"] = [...allowed, null];
}

function isIn(names: readonly string[], name: Json): boolean {
  return typeof name === "string" && names.includes(name);
}

function withoutHidden(written: JsonObject, schema: JsonObject, side: Side): JsonObject {
  const flag = side === "request" ? "readOnly" : "writeOnly";
  const { properties, required } = schema;
  const { properties: own } = written;
  if (!isJsonObject(properties) || !isJsonObject(own)) return written;
  const hidden = Object.keys(properties).filter((name) => {
    const property = properties[name];
    return isJsonObject(property) && property[flag] === true;
  });
  if (hidden.length === 0) return written;
  const kept = Object.entries(own).filter(([name]) => !hidden.includes(name));
  return {
    ...written,
    properties: Object.fromEntries(kept),
    ...(Array.isArray(required) ? { required: required.filter((name) => !isIn(hidden, name)) } : {}),
  };
}
