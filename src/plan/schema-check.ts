import { setImmediate } from "node:timers/promises";
import { createBoundedCache, memoizeByIdentity } from "./bounded-cache.ts";
import type { Ajv2020, ErrorObject } from "ajv/dist/2020.js";
import { canonical } from "./canonical.ts";
import { isJsonObject, type Json } from "./json.ts";
import { compileLinearPattern, type LinearPattern } from "./linear-pattern.ts";
import { ajv } from "./packages.ts";
import { guardSchema, schemaCost, type SchemaFault, workKeyword } from "./schema-guard.ts";
import type { JsonSchema } from "./tool-spec.ts";

/** One violation of a schema. */
export type SchemaError = {
  /** Where in the value. */
  readonly pointer: string;
  readonly keyword: string;
  /** Where in the schema. */
  readonly schemaPath: string;
  readonly message: string;
  readonly params: Readonly<Record<string, unknown>>;
  /** Keys the schema declares there, for suggestions. */
  readonly declared: readonly string[];
};

export type SchemaResult = { errors: readonly SchemaError[] } | { fault: SchemaFault };

/** Validates values by one schema. An unusable schema returns its fault for every value. Never throws. */
type SchemaCheck = (value: Json) => SchemaResult;

const byContent = createBoundedCache<string, SchemaCheck>(256);

/** Compiles each schema once, cached by identity, then by content. Schemas must not be mutated. */
export function schemaCheck(schema: JsonSchema): SchemaCheck {
  return typeof schema === "boolean" ? remembered(schema) : checkOf(schema);
}

const checkOf = memoizeByIdentity<Exclude<JsonSchema, boolean>, SchemaCheck>((schema) => remembered(schema));

/** Compiles schemas before they are used: compiling several at once would hold the event loop. Others get a turn before each. */
export async function compileInTurns(schemas: readonly JsonSchema[]): Promise<void> {
  for (const schema of schemas.filter(isNew)) {
    await setImmediate();
    schemaCheck(schema);
  }
}

/** What compiling those schemas will cost that are not compiled yet. */
export function costToCompile(schemas: readonly JsonSchema[]): number {
  return schemas.reduce<number>((sum, schema) => (isNew(schema) ? sum + schemaCost(schema) : sum), 0);
}

const isNew = (schema: JsonSchema): boolean => typeof schema === "object" && checkOf.known(schema) === undefined;

function remembered(schema: JsonSchema): SchemaCheck {
  const text = canonical(schema);
  if (!text.ok) {
    const [{ pointer, message } = { pointer: "", message: "is not JSON" }] = text.issues;
    return () => ({ fault: { pointer, message } });
  }
  const known = byContent.get(text.value) ?? compile(schema);
  byContent.set(text.value, known);
  return known;
}

const fits: SchemaResult = { errors: [] };

function compile(schema: JsonSchema): SchemaCheck {
  const guarded = guardSchema(schema);
  if (!guarded.ok) return () => guarded;
  const fault = metaFault(guarded.schema);
  if (fault !== undefined) return () => ({ fault });
  const work: WorkBudget = { left: 0 };
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

/** Maximum `$ref` evaluations for one value: bounds exponential and infinite schemas, and patterns of long texts. */
const maxWork = 100_000;
type WorkBudget = { left: number };

function runFault(error: unknown): string {
  const endless = error instanceof RangeError;
  return endless ? "does not terminate or takes too much work for this value" : String(error);
}

const quiet = { strict: false, logger: false, validateFormats: false } as const;

/** Instructions of all patterns of a schema: compiling that many takes some 50 ms. */
const maxPatternSize = 50_000;
/** A `$ref` costs as much as so many steps of a pattern. */
const stepsPerWork = 300;

/** One instance per schema, so that no schema can refer to or replace a part of another. */
function createAjv(work: WorkBudget): Ajv2020 {
  const regExp = Object.assign(boundedPatterns(work), { code: "boundedPatterns" });
  const options = { allErrors: true, verbose: true, inlineRefs: false, meta: false, validateSchema: false } as const;
  // Optimising the code takes twice as long as generating it.
  const compiler = new (ajv().Ajv2020)({ ...quiet, ...options, code: { regExp, optimize: false } });
  compiler.addKeyword({ keyword: workKeyword, errors: false, validate: () => spend(work, 1) });
  // Ajv compares every pair of items; comparing canonical texts takes one pass.
  compiler.removeKeyword("uniqueItems");
  compiler.addKeyword({
    keyword: "uniqueItems",
    type: "array",
    error: { message: "must not have duplicate items" },
    validate: (wanted: boolean, items: readonly Json[]) => !wanted || areUnique(items),
  });
  return compiler;
}

/** Compiles the patterns of one schema. Throws when they are too large together; a test throws for lack of work. */
function boundedPatterns(work: WorkBudget): (source: string) => Omit<LinearPattern, "size"> {
  let left = maxPatternSize;
  return (source) => {
    const pattern = compileLinearPattern(source);
    left -= pattern.size;
    if (left < 0) throw new Error("has patterns that are too large together");
    return {
      test: (text) => spend(work, (pattern.size * text.length) / stepsPerWork) && pattern.test(text),
      toString: () => source,
    };
  };
}

function spend(work: WorkBudget, amount: number): boolean {
  work.left -= amount;
  if (work.left < 0) throw new RangeError("work");
  return true;
}

function areUnique(items: readonly Json[]): boolean {
  const texts = items.map((item) => canonical(item)).map((text) => (text.ok ? text.value : ""));
  return new Set(texts).size === items.length;
}

let meta: Ajv2020 | undefined;

/** The first violation of the 2020-12 meta-schema. */
function metaFault(schema: JsonSchema): SchemaFault | undefined {
  meta ??= new (ajv().Ajv2020)(quiet);
  const validate = meta.getSchema("https://json-schema.org/draft/2020-12/schema");
  if (validate === undefined || validate(schema) === true) return undefined;
  const [error] = validate.errors ?? [];
  return { pointer: error?.instancePath ?? "", message: error?.message ?? "is not a JSON Schema" };
}

/** Always checks by 2020-12, whatever `$schema` says; other dialects differ in keywords that tools rarely use. */
function withoutDialect(schema: JsonSchema): JsonSchema {
  if (typeof schema === "boolean") return schema;
  const { $schema: _, ...rest } = schema;
  return rest;
}

function toError(error: ErrorObject): SchemaError {
  const { instancePath, keyword, schemaPath, params } = error;
  const properties: unknown = isJsonObject(error.parentSchema) ? error.parentSchema["properties"] : undefined;
  const declared = isJsonObject(properties) ? Object.keys(properties) : [];
  return {
    pointer: instancePath,
    keyword,
    schemaPath,
    message: error.message ?? "does not match the schema",
    params,
    declared,
  };
}
