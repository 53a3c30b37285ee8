import { isJsonObject, type Json, type JsonObject } from "../plan/json.ts";
import type { Spelling } from "../plan/plan.ts";
import { parseTemplate, writeReference } from "../plan/references.ts";

/** How references leave: the spelling of the surface, and the name each step has there. */
export type Respelling = { to: Spelling; names: ReadonlyMap<string, string> };

/** Rewrites the grammar's `{{id.path}}` for a surface. A name the plan does not have is text a person typed, and stays. */
export function respellArgs(args: JsonObject, respelling: Respelling): JsonObject {
  return Object.fromEntries(Object.entries(args).map(([key, value]) => [key, respellValue(value, respelling)]));
}

export function respellText(text: string, { to, names }: Respelling): string {
  if (!text.includes("{{")) return text;
  return parseTemplate(text, "braces")
    .parts.map((part) => {
      if (typeof part === "string") return part;
      const name = names.get(part.name);
      return name === undefined ? part.text : writeReference({ name, path: part.path }, to);
    })
    .join("");
}

function respellValue(value: Json, respelling: Respelling): Json {
  if (typeof value === "string") return respellText(value, respelling);
  if (Array.isArray(value)) return value.map((item) => respellValue(item, respelling));
  return isJsonObject(value) ? respellArgs(value, respelling) : value;
}
