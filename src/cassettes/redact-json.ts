import type { Json } from "../plan/json.ts";
import { redactedMark, redactText, secretName } from "../plan/redact.ts";

/** A copy without secrets, by the names of fields and by form, at any depth: what is read back from it is still JSON. */
export function redactJson(value: Json): Json {
  if (typeof value === "string") return redactText(value);
  if (Array.isArray(value)) return value.map(redactJson);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [name, isSecret(name, field) ? redactedMark : redactJson(field)]),
  );
}

/** `max_tokens: 5` is a number of tokens, and not one. */
function isSecret(name: string, field: Json): boolean {
  return typeof field === "string" && field !== "" && secretName.test(name);
}
