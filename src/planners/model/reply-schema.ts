import { isJsonObject, type Json, type JsonObject } from "../../plan/json.ts";
import { Comparison } from "../../plan/step.ts";
import type { JsonSchema, ToolSpec } from "../../plan/tool-spec.ts";

const text: JsonObject = { type: "string" };

/** Above this size the schema names the tools only: the prompt has their arguments, and the reply is validated anyway. */
const maxSchemaChars = 8000;

/** The JSON Schema of a reply, with each tool's arguments where they are short, for providers with structured output. */
export function replySchema(tools: readonly ToolSpec[], { control }: { control: boolean }): JsonObject {
  const exact: Json = { anyOf: tools.map((tool) => callSchema(tool, control)) };
  const names = { enum: tools.map(({ name }) => name) };
  const isShort = JSON.stringify(exact).length <= maxSchemaChars;
  return object(
    { outcome: { enum: ["plan", "ask", "none"] } },
    {
      calls: {
        type: "array",
        items: isShort ? exact : anyCallSchema({ tool: names, args: { type: "object" } }, control),
      },
      questions: {
        type: "array",
        items: object({ tool: names, param: text, question: text }, { choices: { type: "array", items: text } }),
      },
      reason: text,
    },
  );
}

function callSchema({ name, inputSchema }: ToolSpec, control: boolean): JsonObject {
  return anyCallSchema({ tool: { const: name }, args: orReference(inputSchema) }, control);
}

function anyCallSchema({ tool, args }: { tool: Json; args: Json }, control: boolean): JsonObject {
  return object(
    { id: text, tool, args },
    {
      depends_on: { type: "array", items: text },
      note: text,
      ...(control && { when: whenSchema, for_each: forEachSchema }),
    },
  );
}

const test: JsonObject = { enum: [...Comparison.options] };
const anything: JsonObject = {};
const whenSchema = object({ value: text, is: test }, { of: { enum: ["value", "count"] }, to: anything });
const forEachSchema = object(
  { over: text },
  {
    as: text,
    where: { type: "array", items: object({ path: text, is: test }, { to: anything }) },
    order_by: object({ path: text, direction: { enum: ["ascending", "descending"] } }, {}),
    take: { type: "integer" },
  },
);

/** Any argument may be a reference to an earlier result instead of a value. */
function orReference(schema: JsonSchema): JsonSchema {
  if (typeof schema === "boolean") return schema;
  const { properties } = schema;
  if (!isJsonObject(properties)) return schema;
  const widened = Object.entries(properties).map(([name, value]) => [name, widen(value)] as const);
  return { ...schema, properties: Object.fromEntries(widened) };
}

function widen(schema: Json): Json {
  if (!isJsonObject(schema) || schema["type"] === "string") return schema;
  return { anyOf: [orReference(schema), { type: "string", pattern: "^\\{\\{.+\\}\\}$" }] };
}

function object(required: JsonObject, optional: JsonObject): JsonObject {
  return {
    type: "object",
    properties: { ...required, ...optional },
    required: Object.keys(required),
    additionalProperties: false,
  };
}
