import type { Json } from "../plan/json.ts";
import { blot, blotText, secretName } from "../plan/secret-words.ts";

/** A copy without secrets, by the names of fields and by form, at any depth: what is read back from it is still JSON. */
export function redactJson(value: Json): Json {
  if (typeof value === "string") return blotText(value);
  if (Array.isArray(value)) return value.map(redactJson);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [name, isSecret(name, field) ? blot : redactJson(field)]),
  );
}

/** `max_tokens: 5` is a number of tokens, and not one. */
function isSecret(name: string, field: Json): boolean {
  return typeof field === "string" && field !== "" && secretName.test(name);
}
