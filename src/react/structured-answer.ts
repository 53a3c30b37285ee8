import { isJsonObject, type JsonObject } from "../plan/json.ts";
import { parseJsonText } from "../plan/json-text.ts";
import { schemaMismatch } from "./check-call.ts";
import type { LoopState } from "./loop-state.ts";

/** The last text parsed as `preferences.answer_schema`; undefined when it does not match. */
export function structuredAnswer({ request, turns }: Pick<LoopState, "request" | "turns">): JsonObject | undefined {
  const schema = request.preferences.answer_schema;
  const text = turns.at(-1)?.thinking.text;
  if (schema === undefined || text === undefined) return undefined;
  const value = objectIn(text);
  return value !== undefined && schemaMismatch(schema, value) === undefined ? value : undefined;
}

/** The text itself, or the content of its only code fence. */
function objectIn(text: string): JsonObject | undefined {
  const fenced = /^[^`]*```(?:json)?\s*\n([^`]*)```[^`]*$/.exec(text)?.[1];
  const parsed = parseJsonText((fenced ?? text).trim());
  return parsed.ok && isJsonObject(parsed.value) ? parsed.value : undefined;
}
