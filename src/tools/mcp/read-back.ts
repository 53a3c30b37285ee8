import { isJsonObject, type Json, JsonObject } from "../../plan/json.ts";
import { atPointer, parsePointer } from "../../plan/pointer.ts";
import type { ChangePreview, ReadBack } from "../../ports/verbs.ts";
import { fieldsIn, fillJson } from "../endpoint/template.ts";
import type { ToolRules } from "../tool-rules.ts";
import { ToolError } from "../tool-error.ts";
import type { LostEffect } from "../tool.ts";

/** How a reading tool of the same server shows whether a write happened. */
export type ReadBackRule = {
  tool: string;
  /** Arguments of that tool: `{key}` is the key of the effect, any other `{field}` an argument of the write. */
  args: JsonObject;
  /** Pointer to the written object in the answer; if it is absent, the write did not happen. */
  found: string;
  /** What the object must contain if the write happened, with fields as in `args`. */
  holds?: JsonObject | undefined;
  /** The field of the write's answer that would contain the object. */
  as?: string | undefined;
};

/** Our configuration of an MCP server's tool, which can receive an effect key only as an argument. */
export type McpRules = ToolRules & {
  /** JSON pointer of the argument that carries the key of the effect. */
  keyArgument?: string;
  readBack?: ReadBackRule;
};

/** The arguments with the key at its place; the rest is left as it is. */
export function withKey(args: JsonObject, keyArgument: string, key: string): JsonObject {
  const [first, ...rest] = parsePointer(keyArgument) ?? [];
  if (first === undefined) return args;
  const inner = Object.hasOwn(args, first) ? args[first] : undefined;
  const place = rest.map((token) => `/${token.replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
  return { ...args, [first]: rest.length === 0 ? key : withKey(isJsonObject(inner) ? inner : {}, place, key) };
}

/** Calls the reading tool and evaluates its answer by the rule. */
export async function readBackBy(
  rule: ReadBackRule,
  { key, payload }: LostEffect,
  ask: (args: JsonObject) => Promise<Json>,
): Promise<ReadBack> {
  const fields = { ...payload, key };
  const answer = await ask(filled(rule.args, fields));
  const thing = atPointer(answer, rule.found);
  if (thing === undefined || thing === null) return { state: "absent" };
  if (rule.holds !== undefined && !contains(thing, filled(rule.holds, fields))) return { state: "absent" };
  return { state: "done", output: rule.as === undefined ? thing : { [rule.as]: thing } };
}

/** Previews a change: the fields that the rule names, before and after. */
export async function previewBy(
  { args, found, holds }: ReadBackRule,
  payload: JsonObject,
  ask: (args: JsonObject) => Promise<Json>,
): Promise<ChangePreview | undefined> {
  if (holds === undefined || [args, holds].flatMap(fieldsIn).includes("key")) return undefined;
  const after = filled(holds, payload);
  const answer = await ask(filled(args, payload)).catch((error: unknown) => {
    if (error instanceof ToolError && isRefusal(error.code)) return { missing: error.message };
    throw error;
  });
  if (isJsonObject(answer) && typeof answer["missing"] === "string")
    return { before: {}, after, isWhole: false, missing: answer["missing"] };
  const thing = atPointer(answer, found);
  if (!isJsonObject(thing)) return { before: {}, after, isWhole: false, missing: "there is no such record" };
  const seen = new Set([args, holds].flatMap(fieldsIn));
  return { before: partsOf(thing, after), after, isWhole: Object.keys(payload).every((name) => seen.has(name)) };
}

/** A refusal of the server means that the record does not exist; other failures are inconclusive. */
function isRefusal(code: string): boolean {
  return code === "tool_failed" || code.endsWith("not_found");
}

/** The parts of an object that `shape` names; missing ones are null. */
function partsOf(thing: JsonObject, shape: JsonObject): JsonObject {
  const parts = Object.entries(shape).map(([name, inner]): [string, Json] => {
    const part = thing[name] ?? null;
    return [name, isJsonObject(inner) && isJsonObject(part) ? partsOf(part, inner) : part];
  });
  return Object.fromEntries(parts);
}

function filled(template: JsonObject, fields: JsonObject): JsonObject {
  const value = fillJson(template, fields);
  return isJsonObject(value) ? value : {};
}

/** Every part of `wanted` is in `value`; of a list, each element in some element. */
function contains(value: Json, wanted: Json): boolean {
  if (Array.isArray(wanted))
    return Array.isArray(value) && wanted.every((part) => value.some((one) => contains(one, part)));
  if (!isJsonObject(wanted)) return value === wanted;
  if (!isJsonObject(value)) return false;
  return Object.entries(wanted).every(([name, part]) => contains(value[name] ?? null, part));
}
