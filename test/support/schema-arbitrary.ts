import * as fc from "fast-check";
import { isJsonObject, type Json, type JsonObject } from "../../src/plan/json.ts";
import { json, text } from "./arbitraries/json.ts";

/** Values that a JSON Schema accepts, for the features of our OpenAPI document; `words` are used as texts. */
export function schemaArbitrary(schema: unknown, words: readonly string[]): fc.Arbitrary<Json> {
  const inner = (part: unknown): fc.Arbitrary<Json> => schemaArbitrary(part, words);
  if (!isJsonObject(schema)) return json();
  const { const: fixed, enum: choices, type } = schema;
  if (fixed !== undefined) return fc.constant(fixed);
  if (Array.isArray(choices)) return fc.constantFrom(...choices);
  const either = schema["anyOf"] ?? schema["oneOf"];
  if (Array.isArray(either)) return fc.oneof(...either.map(inner));
  switch (type) {
    case "string":
      return textOf(schema, words);
    case "integer":
      return fc.integer(rangeOf(schema));
    case "number":
      return fc.double({ ...rangeOf(schema), noNaN: true });
    case "boolean":
      return fc.boolean();
    case "null":
      return fc.constant(null);
    case "array":
      return fc.array(inner(schema["items"]), { minLength: numberOf(schema["minItems"], 0), maxLength: 4 });
    case "object":
      return objectOf(schema, inner);
    default:
      return json();
  }
}

function textOf(schema: JsonObject, words: readonly string[]): fc.Arbitrary<string> {
  const { pattern } = schema;
  if (typeof pattern === "string" && !/\(\?[=!<]/.test(pattern)) return fc.stringMatching(new RegExp(pattern));
  if (schema["format"] === "date-time") return fc.date({ noInvalidDate: true }).map((date) => date.toISOString());
  const min = numberOf(schema["minLength"], 0);
  return fc.oneof(fc.constantFrom(...words), text(min), fc.string({ unit: "binary", minLength: min }));
}

function objectOf(schema: JsonObject, inner: (part: unknown) => fc.Arbitrary<Json>): fc.Arbitrary<JsonObject> {
  const { properties, required, additionalProperties } = schema;
  if (!isJsonObject(properties)) {
    return fc.dictionary(text(1), inner(additionalProperties), { maxKeys: 3, noNullPrototype: true });
  }
  const fields = Object.fromEntries(Object.entries(properties).map(([name, part]) => [name, inner(part)]));
  const requiredKeys = Array.isArray(required) ? required.filter((name) => typeof name === "string") : [];
  return fc.record(fields, { requiredKeys, noNullPrototype: true });
}

function rangeOf({ minimum, maximum }: JsonObject): { min: number; max: number } {
  const near = 2 ** 31 - 1;
  return { min: Math.max(-near, numberOf(minimum, -near)), max: Math.min(near, numberOf(maximum, near)) };
}

function numberOf(value: unknown, otherwise: number): number {
  return typeof value === "number" ? value : otherwise;
}
