import type { VerbError } from "../contracts/react/verb.ts";
import { canonical } from "../plan/canonical.ts";
import { isJsonObject, type Json, type JsonObject } from "../plan/json.ts";
import { nearest } from "../plan/nearest.ts";
import { schemaCheck } from "../plan/schema-check.ts";
import type { JsonSchema } from "../plan/tool-spec.ts";
import type { RequestedCall } from "./fact.ts";
import type { LoopState } from "./loop-state.ts";

/** Why a call must not reach the router; undefined lets it pass. The router validates the verb's own schema. */
export function checkCall(
  state: Pick<LoopState, "tools" | "turns">,
  { name, args }: RequestedCall,
): VerbError | undefined {
  const tool = state.tools.get(name);
  if (tool === undefined) return { code: callErrors.unknown_tool, message: notATool(name, [...state.tools.keys()]) };
  if (!isJsonObject(args))
    return { code: callErrors.invalid_payload, message: "the arguments are not one JSON object" };
  const misfit =
    tool.declared.input_schema === undefined ? undefined : schemaMismatch(tool.declared.input_schema, args);
  if (misfit !== undefined) return { code: callErrors.invalid_payload, message: misfit };
  if (isOutcomeUnknown(state, name, args)) {
    const message = "exactly this call was sent before and may have taken effect; it is not sent again";
    return { code: callErrors.outcome_unknown, message };
  }
  return undefined;
}

/** Describes the first mismatches between a value and a schema. */
export function schemaMismatch(schema: JsonSchema, value: Json): string | undefined {
  const result = schemaCheck(schema)(value);
  if ("fault" in result) return `the schema cannot be used: ${result.fault.pointer} ${result.fault.message}`;
  if (result.errors.length === 0) return undefined;
  const shown = result.errors.slice(0, 3).map(({ pointer, message }) => `${pointer || "the whole"} ${message}`);
  const rest = result.errors.length - shown.length;
  return rest > 0 ? `${shown.join("; ")}; and ${rest} more` : shown.join("; ");
}

function notATool(name: string, known: readonly string[]): string {
  const close = nearest(name, known);
  const hint = close === undefined ? `the tools are ${known.join(", ") || "none"}` : `did you mean ${close}?`;
  return `${name === "" ? "a call without a name" : name.slice(0, 200)} is not a tool of this run; ${hint}`;
}

function isOutcomeUnknown({ turns }: Pick<LoopState, "turns">, name: string, args: JsonObject): boolean {
  const unconfirmed = turns.flatMap(({ calls }) =>
    calls.filter(({ tool, observation }) => tool === name && observation?.ok === false && isUnknown(observation.error)),
  );
  if (unconfirmed.length === 0) return false;
  const wanted = canonical(args);
  return wanted.ok && unconfirmed.some(({ input }) => sameText(canonical(input), wanted.value));
}

function isUnknown({ code }: VerbError): boolean {
  return code === callErrors.outcome_unknown;
}

function sameText(text: ReturnType<typeof canonical>, wanted: string): boolean {
  return text.ok && text.value === wanted;
}

/** Codes of calls that end without the router. */
export const callErrors = {
  unknown_tool: "unknown_tool",
  invalid_payload: "invalid_payload",
  invalid_output: "invalid_output",
  denied: "denied",
  not_run: "not_run",
  outcome_unknown: "outcome_unknown",
} as const;
