import { z } from "zod";

/** What JSON can say. Everything a plan carries is one of these. */
export type Json = null | boolean | number | string | Json[] | JsonObject;
export type JsonObject = { [key: string]: Json };

/**
 * Any JSON value. Depth, size and number range are the business of the text parser and of the validation rules,
 * which report a place; this only keeps out what JSON has no word for.
 */
export const Json: z.ZodType<Json> = z.custom<Json>((value) => value !== undefined, { error: "must be a JSON value" });
export const JsonObject: z.ZodType<JsonObject> = z.custom<JsonObject>(isJsonObject, { error: "must be a JSON object" });

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
