import type { Json, JsonObject } from "../plan/json.ts";
import { redactedMark, redactText, secretName } from "../plan/redact.ts";

/** A redacted copy, by field names and value patterns, at any depth; still valid JSON. */
export function redactJson(value: JsonObject): JsonObject;
export function redactJson(value: Json): Json;
export function redactJson(value: Json): Json {
  if (typeof value === "string") return redactText(value);
  if (Array.isArray(value)) return value.map((item) => redactJson(item));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [name, isSecret(name, field) ? redactedMark : redactJson(field)]),
  );
}

/** `max_tokens: 5` is a count, not a secret. */
function isSecret(name: string, field: Json): boolean {
  return typeof field === "string" && field !== "" && secretName.test(name);
}
