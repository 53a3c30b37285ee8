import { memoizeByIdentity } from "./bounded-cache.ts";
import { checkJson, documentLimits } from "./check-json.ts";
import { isJsonObject, type Json, type JsonObject } from "./json.ts";
import { joinPointer, parsePointer } from "./pointer.ts";
import type { JsonSchema } from "./tool-spec.ts";

/** Why a schema cannot be used, and where. */
export type SchemaFault = { pointer: string; message: string };

type GuardedSchema = { ok: true; schema: JsonSchema } | { ok: false; fault: SchemaFault };

/** The keyword that counts work, added beside every `$ref` of a guarded schema. */
export const workKeyword = "x-planwright-work";

const maxNodes = 10_000;

/**
 * Copies an untrusted schema so that compiling and using it is bounded: limited size and depth, no references outside the
 * document, and a work counter wherever evaluation can multiply.
 */
export function guardSchema(schema: JsonSchema): GuardedSchema {
  const [issue] = checkJson(schema, { ...documentLimits, unsafeKeys: new Set(["__proto__"]) });
  if (issue !== undefined) return { ok: false, fault: { pointer: issue.pointer, message: issue.message } };
  const walk: Walk = { nodes: 0, fault: undefined };
  const copy = copyNode(schema, "", walk);
  if (walk.fault !== undefined) return { ok: false, fault: walk.fault };
  return { ok: true, schema: isJsonObject(copy) ? copy : copy === true };
}

/** What compiling a schema of a request may cost: some 50 ms. */
export const maxSchemaCost = 1_500;

export const tooLargeSchema =
  `has more than ${maxSchemaCost} parts; an entry of patternProperties counts as ten. ` +
  "Leave out what the tool checks itself, or split the tool";

/**
 * What compiling a schema costs, in parts: values of the document. Each entry of `patternProperties` costs as much as
 * ten, and some lists are compiled in the square of their length.
 */
export const schemaCost = (schema: Json): number =>
  typeof schema === "object" && schema !== null ? costOfNode(schema) : 1;

const costOfNode = memoizeByIdentity((node: JsonObject | Json[]): number => {
  let cost = 1;
  for (const [keyword, value] of Object.entries<Json>(node)) {
    cost += schemaCost(value);
    if (keyword === "patternProperties" && isJsonObject(value)) cost += 10 * Object.keys(value).length;
    if (keyword === "oneOf" && Array.isArray(value)) cost += value.length ** 2 / 1_000;
    if (keyword === "dependentRequired" && isJsonObject(value))
      for (const names of Object.values(value)) if (Array.isArray(names)) cost += names.length ** 2 / 1_000;
  }
  return cost;
});

type Walk = { nodes: number; fault: SchemaFault | undefined };

function copyNode(node: Json, pointer: string, walk: Walk): Json {
  walk.nodes += 1;
  if (walk.nodes > maxNodes) walk.fault ??= { pointer: "", message: `has more than ${maxNodes} parts` };
  if (walk.fault !== undefined) return null;
  if (Array.isArray(node)) return node.map((item, at) => copyNode(item, joinPointer(pointer, at), walk));
  if (!isJsonObject(node)) return node;
  const copy: JsonObject = {};
  for (const [key, value] of Object.entries(node)) copy[key] = copyNode(value, joinPointer(pointer, key), walk);
  guardReference(copy, pointer, walk);
  return copy;
}

const referenceKeywords = ["$ref", "$dynamicRef"] as const;

function guardReference(node: JsonObject, pointer: string, walk: Walk): void {
  for (const keyword of referenceKeywords) {
    const target = node[keyword];
    // A property may be called `$ref`; then its value is a schema, not a text.
    if (typeof target !== "string") continue;
    node[workKeyword] = true;
    if (target.startsWith("#")) continue;
    walk.fault ??= { pointer: joinPointer(pointer, keyword), message: `refers to ${target}, outside the schema` };
  }
}

/** The part of a schema a local `$ref` names, or undefined. */
export function localTarget(root: JsonSchema, ref: string): JsonSchema | undefined {
  const tokens = parsePointer(decode(ref.slice(1)));
  if (!ref.startsWith("#") || tokens === undefined) return undefined;
  let here: Json | undefined = root;
  for (const token of tokens) {
    if (Array.isArray(here)) here = here[Number(token)];
    else if (isJsonObject(here) && Object.hasOwn(here, token)) here = here[token];
    else return undefined;
  }
  return isJsonObject(here) || typeof here === "boolean" ? here : undefined;
}

function decode(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}
