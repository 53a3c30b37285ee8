import { Ajv2020, type ErrorObject } from "ajv/dist/2020.js";
import { canonical } from "./canonical.ts";
import { isJsonObject, type Json } from "./json.ts";
import { compileLinearPattern } from "./linear-pattern.ts";
import { guardSchema, type SchemaFault, workKeyword } from "./schema-guard.ts";
import type { JsonSchema } from "./tool-spec.ts";

/** One way in which a value differs from a schema. */
export type SchemaError = {
  /** Where in the value. */
  readonly pointer: string;
  readonly keyword: string;
  /** Where in the schema. */
  readonly schemaPath: string;
  readonly message: string;
  readonly params: Readonly<Record<string, unknown>>;
  /** Keys the schema declares at the place, for a did-you-mean. */
  readonly declared: readonly string[];
};

export type SchemaResult = { errors: readonly SchemaError[] } | { fault: SchemaFault };

/** Compares values with one schema. A schema that cannot be used answers every value with its fault. Never throws. */
export type SchemaCheck = (value: Json) => SchemaResult;

const byIdentity = new WeakMap<object, SchemaCheck>();
const byContent = new Map<string, SchemaCheck>();
const maxCompiled = 256;

/** Compiled once for each schema, found again by identity, then by content. Schemas are values: do not change one. */
export function schemaCheck(schema: JsonSchema): SchemaCheck {
  if (typeof schema === "boolean") return remembered(schema);
  const known = byIdentity.get(schema) ?? remembered(schema);
  byIdentity.set(schema, known);
  return known;
}

function remembered(schema: JsonSchema): SchemaCheck {
  const text = canonical(schema);
  if (!text.ok) {
    const [{ pointer, message } = { pointer: "", message: "is not JSON" }] = text.issues;
    return () => ({ fault: { pointer, message } });
  }
  const known = byContent.get(text.value) ?? compile(schema);
  // Put last: the first key is the one that was not asked for the longest time.
  byContent.delete(text.value);
  byContent.set(text.value, known);
  const [oldest] = byContent.keys();
  if (byContent.size > maxCompiled && oldest !== undefined) byContent.delete(oldest);
  return known;
}

const fits: SchemaResult = { errors: [] };

function compile(schema: JsonSchema): SchemaCheck {
  const guarded = guardSchema(schema);
  if (!guarded.ok) return () => guarded;
  const fault = metaFault(guarded.schema);
  if (fault !== undefined) return () => ({ fault });
  const work: Work = { left: 0 };
  try {
    const validate = createAjv(work).compile(withoutDialect(guarded.schema));
    return (value) => {
      work.left = maxWork;
      try {
        return validate(value) ? fits : { errors: (validate.errors ?? []).map(toError) };
      } catch (error) {
        return { fault: { pointer: "", message: runFault(error) } };
      }
    };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return () => ({ fault: { pointer: "", message } });
  }
}

/** How often references of a schema may be followed for one value, which stops schemas that multiply or never end. */
const maxWork = 100_000;
type Work = { left: number };

function runFault(error: unknown): string {
  const endless = error instanceof RangeError;
  return endless ? "never comes to an end or takes too much work for this value" : String(error);
}

const quiet = { strict: false, logger: false, validateFormats: false } as const;

/** A fresh one for each schema, so that no schema can name or replace a part of another. */
function createAjv(work: Work): Ajv2020 {
  const regExp = Object.assign(compileLinearPattern, { code: "compileLinearPattern" });
  const options = { allErrors: true, verbose: true, inlineRefs: false, meta: false, validateSchema: false } as const;
  const ajv = new Ajv2020({ ...quiet, ...options, code: { regExp } });
  ajv.addKeyword({ keyword: workKeyword, errors: false, validate: () => spend(work) });
  // Ajv compares each item with each; a canonical text of each takes one pass.
  ajv.removeKeyword("uniqueItems");
  ajv.addKeyword({
    keyword: "uniqueItems",
    type: "array",
    error: { message: "must not have duplicate items" },
    validate: (wanted: boolean, items: readonly Json[]) => !wanted || areUnique(items),
  });
  return ajv;
}

function spend(work: Work): boolean {
  work.left -= 1;
  if (work.left < 0) throw new RangeError("work");
  return true;
}

function areUnique(items: readonly Json[]): boolean {
  const texts = items.map((item) => canonical(item)).map((text) => (text.ok ? text.value : ""));
  return new Set(texts).size === items.length;
}

let meta: Ajv2020 | undefined;

/** What the schema of schemas has against this one. */
function metaFault(schema: JsonSchema): SchemaFault | undefined {
  meta ??= new Ajv2020(quiet);
  const validate = meta.getSchema("https://json-schema.org/draft/2020-12/schema");
  if (validate === undefined || validate(schema) === true) return undefined;
  const [error] = validate.errors ?? [];
  return { pointer: error?.instancePath ?? "", message: error?.message ?? "is not a JSON Schema" };
}

/** Whatever `$schema` names, 2020-12 is what is checked; other dialects differ in keywords tools hardly use. */
function withoutDialect(schema: JsonSchema): JsonSchema {
  if (typeof schema === "boolean") return schema;
  const { $schema: _, ...rest } = schema;
  return rest;
}

function toError(error: ErrorObject): SchemaError {
  const { instancePath, keyword, schemaPath, params } = error;
  const properties: unknown = isJsonObject(error.parentSchema) ? error.parentSchema["properties"] : undefined;
  const declared = isJsonObject(properties) ? Object.keys(properties) : [];
  return { pointer: instancePath, keyword, schemaPath, message: error.message ?? "does not fit", params, declared };
}
