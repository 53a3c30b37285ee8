import { isJsonObject, type Json, type JsonObject } from "../../plan/json.ts";
import { textOf } from "../openapi/request.ts";

const placeholder = /\{([A-Za-z_][A-Za-z0-9_]*)\}/g;
const onlyPlaceholder = /^\{([A-Za-z_][A-Za-z0-9_]*)\}$/;

/** The fields a template reads. */
export function fieldsIn(template: Json): string[] {
  if (typeof template === "string") return [...template.matchAll(placeholder)].map(([, name = ""]) => name);
  if (typeof template !== "object" || template === null) return [];
  return Object.values(template).flatMap(fieldsIn);
}

/** Replaces each `{field}` in a text; `encode` gets the value, never the template. */
export function fillText(template: string, fields: JsonObject, encode: (value: Json) => string = textOf): string {
  return template.replaceAll(placeholder, (_, name: string) => encode(fields[name] ?? null));
}

/**
 * A value in the template's shape. A text that is exactly one `{field}` becomes the field itself, with its type; where
 * the payload has no such field, the key or element is left out.
 */
export function fillJson(template: Json, fields: JsonObject): Json | undefined {
  if (typeof template === "string") {
    const name = onlyPlaceholder.exec(template)?.[1];
    return name === undefined ? fillText(template, fields) : fields[name];
  }
  if (Array.isArray(template))
    return template.map((part) => fillJson(part, fields)).filter((part) => part !== undefined);
  if (!isJsonObject(template)) return template;
  const filled: JsonObject = {};
  for (const [key, part] of Object.entries(template)) {
    const value = fillJson(part, fields);
    if (value !== undefined) filled[key] = value;
  }
  return filled;
}
