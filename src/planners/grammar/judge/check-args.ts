import type { Json, JsonObject } from "../../../plan/json.ts";
import { schemaCheck } from "../../../plan/schema-check.ts";
import type { ToolSpec } from "../../../plan/tool-spec.ts";

/** Paths of arguments that do not fit the tool's schema. A reference stands for a value nobody has yet. */
export function misfits(spec: ToolSpec, args: JsonObject): string[][] {
  const result = schemaCheck(spec.inputSchema)(args);
  if ("fault" in result) return [];
  return result.errors.flatMap(({ pointer, keyword, params }) => {
    const path = pointer
      .split("/")
      .slice(1)
      .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
    if (holdsReference(valueAt(args, path))) return [];
    const absent = keyword === "required" ? params["missingProperty"] : undefined;
    return [typeof absent === "string" ? [...path, absent] : path];
  });
}

function valueAt(args: JsonObject, path: readonly string[]): Json | undefined {
  let at: Json | undefined = args;
  for (const part of path) {
    if (typeof at !== "object" || at === null) return undefined;
    at = Array.isArray(at) ? at[Number(part)] : at[part];
  }
  return at;
}

function holdsReference(value: Json | undefined): boolean {
  return typeof value === "string" && /\{\{[^{}]+\}\}/.test(value);
}
