import { z } from "zod";
import { canonicalText } from "../../plan/canonical.ts";
import { isJsonObject, Json, type JsonObject } from "../../plan/json.ts";
import { atPointer } from "../../plan/pointer.ts";
import { defineTool } from "../define-tool.ts";
import { ToolError } from "../tool-error.ts";

const Pointer = z.string().regex(/^(?:\/.*)?$/, "must be a JSON pointer such as /items/0");

const Operation = z.discriminatedUnion("op", [
  z.strictObject({ op: z.literal("at"), pointer: Pointer }).describe("the value at a JSON pointer"),
  z.strictObject({ op: z.literal("pick"), fields: z.array(z.string()).min(1) }).describe("keep these fields only"),
  z.strictObject({ op: z.literal("rename"), fields: z.record(z.string(), z.string()) }).describe("old name to new"),
  z
    .strictObject({
      op: z.literal("filter"),
      pointer: Pointer.describe("into each element"),
      is: z.enum(["equal", "not_equal", "present", "absent"]),
      to: Json.optional(),
    })
    .describe("keep the elements of a list that pass"),
]);
type Operation = z.infer<typeof Operation>;

/** Reshapes a value by a fixed set of operations. There is no expression language. */
export const jsonTransform = defineTool({
  name: "json.transform",
  description: "Reshape JSON: take a part, pick fields, rename fields, filter a list.",
  input: z.strictObject({ value: Json, operations: z.array(Operation).min(1).max(32) }),
  output: z.strictObject({ value: Json }),
  effect: "read",
  timeoutMs: 5000,
  costMicroCents: 0,
  run: ({ value, operations }) => ({ value: operations.reduce(apply, value) }),
});

function apply(value: Json, operation: Operation): Json {
  switch (operation.op) {
    case "at":
      return part(value, operation.pointer);
    case "pick":
      return eachObject(value, (entry) =>
        Object.fromEntries(operation.fields.flatMap((name) => own(entry, name).map((found) => [name, found]))),
      );
    case "rename":
      return eachObject(value, (entry) => rename(entry, operation.fields));
    case "filter":
      if (!Array.isArray(value)) throw new ToolError("not_a_list", "filter needs a list");
      return value.filter((entry) => passes(atPointer(entry, operation.pointer), operation));
    default:
      return operation satisfies never;
  }
}

function part(value: Json, pointer: string): Json {
  const found = atPointer(value, pointer);
  if (found === undefined) throw new ToolError("not_found", `there is nothing at ${pointer}`);
  return found as Json; // a part of a JSON value
}

function own(entry: JsonObject, name: string): Json[] {
  const found = Object.hasOwn(entry, name) ? entry[name] : undefined;
  return found === undefined ? [] : [found];
}

function eachObject(value: Json, change: (entry: JsonObject) => JsonObject): Json {
  if (Array.isArray(value)) return value.map((entry) => eachObject(entry, change));
  if (isJsonObject(value)) return change(value);
  throw new ToolError("not_an_object", "fields belong to objects; here is something else");
}

function rename(entry: JsonObject, names: Readonly<Record<string, string>>): JsonObject {
  const renamed: JsonObject = {};
  for (const [name, value] of Object.entries(entry)) {
    const next = Object.hasOwn(names, name) ? (names[name] ?? name) : name;
    if (Object.hasOwn(renamed, next)) throw new ToolError("name_taken", `two fields would be called "${next}"`);
    renamed[next] = value;
  }
  return renamed;
}

function passes(found: unknown, { is, to = null }: Operation & { op: "filter" }): boolean {
  if (is === "present" || is === "absent") return (found !== undefined && found !== null) === (is === "present");
  const equal = found !== undefined && canonicalText(found) === canonicalText(to);
  return equal === (is === "equal");
}
