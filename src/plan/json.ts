import { z } from "zod";

/** A JSON value. Everything a plan carries is one. */
export type Json = null | boolean | number | string | Json[] | JsonObject;
export type JsonObject = { [key: string]: Json };

/**
 * Any JSON value. The text parser and the validation rules check depth, size and number range, and report a pointer;
 * this only excludes what JSON cannot represent.
 */
export const Json: z.ZodType<Json> = z.custom<Json>((value) => value !== undefined, { error: "must be a JSON value" });
export const JsonObject: z.ZodType<JsonObject> = z
  .custom<JsonObject>(isJsonObject, { error: "must be a JSON object" })
  .register(z.globalRegistry, { type: "object" }); // for its JSON Schema, which zod cannot derive

/** The same value as JSON. For values that hold nothing else, which types with optional fields cannot express. */
export function asJsonObject(value: object): JsonObject {
  if (isJsonObject(value)) return value;
  throw new TypeError("a list is not a JSON object");
}

/** A copy as JSON: undefined fields are left out. */
export function toJson(value: readonly unknown[]): Json[];
export function toJson(value: object): JsonObject;
export function toJson(value: object): Json {
  return JSON.parse(JSON.stringify(value));
}

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
