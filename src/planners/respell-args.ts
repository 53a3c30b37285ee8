import type { JsonObject } from "../plan/json.ts";
import { mapStrings } from "../plan/map-strings.ts";
import type { Spelling } from "../plan/plan.ts";
import { parseTemplate, writeReference } from "../plan/references.ts";

/** The reference spelling of the surface, and the name of each step there. */
export type Respelling = { to: Spelling; names: ReadonlyMap<string, string> };

/** Rewrites `{{id.path}}` for a surface. An unknown name is text that a person typed, and stays. */
export function respellArgs(args: JsonObject, respelling: Respelling): JsonObject {
  return mapStrings(args, (text) => respellText(text, respelling));
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
