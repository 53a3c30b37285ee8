import { z } from "zod";
import { isJsonObject, Json, type JsonObject } from "../../plan/json.ts";
import { atPointer } from "../../plan/pointer.ts";
import { valueText } from "../../plan/value-text.ts";
import { defineTool } from "../define-tool.ts";
import type { Tool } from "../tool.ts";
import { ToolError } from "../tool-error.ts";
import { findRows } from "./find-rows.ts";
import {
  aggregate,
  computeRows,
  flattenRows,
  groupRows,
  joinRows,
  passes,
  renderLines,
  sortRows,
  takeRows,
  unmatchedRows,
} from "./rows.ts";

const Pointer = z.string().regex(/^(?:\/.*)?$/, "must be a JSON pointer such as /items/0");
const Field = Pointer.describe("into each element");

/** Tests of a field. Numbers compare as numbers, texts by their letters, so that ISO dates compare as days. */
const Comparison = z.enum([
  "equal",
  "not_equal",
  "present",
  "absent",
  "less",
  "at_most",
  "more",
  "at_least",
  "contains",
  "less_than_field",
  "at_least_field",
  "equal_field",
]);

const Operation = z.discriminatedUnion("op", [
  z.strictObject({ op: z.literal("at"), pointer: Pointer }).describe("the value at a JSON pointer"),
  z.strictObject({ op: z.literal("pick"), fields: z.array(z.string()).min(1) }).describe("keep these fields only"),
  z.strictObject({ op: z.literal("rename"), fields: z.record(z.string(), z.string()) }).describe("old name to new"),
  z
    .strictObject({ op: z.literal("filter"), pointer: Field, is: Comparison, to: Json.optional() })
    .describe("keep the elements of a list that pass"),
  z
    .strictObject({ op: z.literal("sort"), pointer: Field, direction: z.enum(["ascending", "descending"]) })
    .describe("order a list; elements without the field come last"),
  z
    .strictObject({ op: z.literal("take"), count: z.int().positive(), each: Field.optional() })
    .describe("the first elements of a list, or for each value of a field"),
  z
    .strictObject({
      op: z.literal("compute"),
      pointer: Field,
      by: z.enum(["minus", "times"]),
      with: z.union([Field, z.number()]).describe("another field, or a number"),
      as: z.string().min(1),
    })
    .describe("each element with a number made of two; elements without both are left out"),
  z
    .strictObject({
      op: z.literal("find"),
      queries: z
        .array(
          z.strictObject({
            rows: Json.optional().describe("what was found already"),
            words: z.array(z.array(z.string().min(1)).min(1)).describe("each with its spellings"),
          }),
        )
        .min(1),
      exact: z.boolean().default(false).describe("leave out elements that lack a word"),
      otherwise: z.enum(["none", "all"]).default("none").describe("what a query gives of which no word is found"),
    })
    .describe("for each query its rows or, without any, the elements with most of its words; not_found has the others"),
  z
    .strictObject({ op: z.literal("without"), rows: Json, pointer: Field, to: Field })
    .describe("the elements that have no match among rows"),
  z
    .strictObject({ op: z.literal("flatten"), pointer: Field })
    .describe("the elements of a list in each element, each with the fields of its own and of the one that it lies in"),
  z.strictObject({ op: z.literal("count") }).describe("how many elements a list has"),
  z
    .strictObject({ op: z.enum(["sum", "average", "minimum", "maximum"]), pointer: Field })
    .describe("one number of a field; null for an empty list, where only a sum is 0"),
  z
    .strictObject({
      op: z.literal("group"),
      pointer: Field,
      each: Field.optional().describe("another field whose values are told apart in a group"),
      sum: Field.optional(),
      average: Field.optional(),
      difference: Field.optional().describe("between two elements; null for fewer or more"),
    })
    .describe(
      "elements by the value of a field: key, count and, where asked for, sum, average or difference of another field",
    ),
  z
    .strictObject({
      op: z.literal("join"),
      rows: Json,
      pointer: Field,
      to: Field,
      as: z.string().min(1),
      unmatched: z.enum(["drop", "keep"]).default("drop").describe("what is done with elements without a match"),
    })
    .describe("each element with the row that matches it, under the name given in as"),
  z
    .strictObject({
      op: z.literal("lines"),
      template: z
        .string()
        .min(1)
        .optional()
        .describe("one line for an element, with {field} for its values; without it, all fields with their names"),
      most: z.int().positive().default(10),
      more: z.string().default("… {count} more").describe("the line for those beyond most"),
      empty: z.string().default("").describe("the text for an empty list"),
    })
    .describe("a list as text, a line for each element"),
  z
    .strictObject({
      op: z.literal("text"),
      most: z.int().positive().default(10),
      more: z.string().default("… {count} more").describe("the line for those beyond most"),
      empty: z.string().default("").describe("the text where there is nothing"),
    })
    .describe("any value as text: a list as lines, an object as its fields"),
]);
type Operation = z.infer<typeof Operation>;

/** Reshapes a value by a fixed set of operations. There is no expression language. */
export function createJsonTransform(): Tool {
  return defineTool({
    name: "json.transform",
    description:
      "Reshape JSON: take a part, pick or rename fields, filter, sort, count, add up, group or join lists, or write them as lines of text.",
    input: z.strictObject({ value: Json, operations: z.array(Operation).min(1).max(32) }),
    output: z.strictObject({ value: Json }),
    effect: "read",
    timeoutMs: 5000,
    costMicroCents: 0,
    run: ({ value, operations }) => ({ value: operations.reduce(apply, value) }),
  });
}

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
      return listOf(value, operation).filter((entry) => passes(entry, operation));
    case "sort":
      return sortRows(listOf(value, operation), operation);
    case "take":
      return takeRows(listOf(value, operation), operation);
    case "compute":
      return computeRows(listOf(value, operation), operation);
    case "find":
      return findRows(listOf(value, operation), operation.queries, operation);
    case "count":
      return listOf(value, operation).length;
    case "sum":
    case "average":
    case "minimum":
    case "maximum":
      return aggregate(listOf(value, operation), operation);
    case "group":
      return groupRows(listOf(value, operation), operation);
    case "join":
      return joinRows(listOf(value, operation), listOf(operation.rows, operation), operation);
    case "without":
      return unmatchedRows(listOf(value, operation), listOf(operation.rows, operation), operation);
    case "flatten":
      return flattenRows(listOf(value, operation), operation.pointer);
    case "lines":
      return renderLines(listOf(value, operation), operation);
    case "text":
      return valueText(value, operation);
    default:
      return operation satisfies never;
  }
}

function listOf(value: Json, { op }: Operation): Json[] {
  if (!Array.isArray(value)) throw new ToolError("not_a_list", `${op} needs a list`);
  return value;
}

function part(value: Json, pointer: string): Json {
  const found = atPointer(value, pointer);
  if (found === undefined) throw new ToolError("not_found", `there is nothing at ${pointer}`);
  return found;
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
