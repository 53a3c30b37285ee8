import { isJsonObject, type Json } from "../../plan/json.ts";
import { atPointer } from "../../plan/pointer.ts";
import type { JsonSchema } from "../../plan/tool-spec.ts";
import { ToolError } from "../tool-error.ts";

/** JSON pointers to the parts of a wrapped answer; for Composio /successful, /data and /error. */
export type Envelope = { ok: string; output: string; error: string };

/** Unwraps an answer. An envelope that reports a failure is a failed answer, although the call succeeded. */
export function unwrapped(answer: Json, { ok, output, error }: Envelope): Json {
  const isOk = atPointer(answer, ok);
  if (isOk === undefined) throw new ToolError("invalid_output", `the answer has no ${ok}`);
  if (isOk !== true) throw new ToolError("tool_failed", reasonOf(atPointer(answer, error)));
  return atPointer(answer, output) ?? null;
}

/** The schema of the envelope's content, if the schema of the whole has it. */
export function unwrappedSchema(schema: JsonSchema | undefined, { output }: Envelope): JsonSchema | undefined {
  const inner = atPointer(schema, output.replaceAll("/", "/properties/"));
  return isJsonObject(inner) ? inner : undefined;
}

function reasonOf(error: unknown): string {
  const text = typeof error === "string" ? error : JSON.stringify(error ?? "the tool failed");
  return text.slice(0, 2000);
}
