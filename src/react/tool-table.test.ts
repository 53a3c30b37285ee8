import { expect, it } from "vitest";
import type { VerbSpec } from "../ports/verbs.ts";
import { toModelTool, toToolSpec } from "./tool-table.ts";

const known = { type: "object", properties: { text: { type: "string" } }, required: ["text"] } as const;
const narrower = { type: "object", properties: { text: { const: "hi" } } } as const;
// Only what the table reads.
const spec = { name: "echo", description: "Echo", inputSchema: known, effect: "read" } as unknown as VerbSpec;
const asked = { tool_id: "echo" };

// The contract's own examples bring schemas of just this kind.
it.each([
  ["no schema", undefined, known],
  ["one that says nothing", { type: "object" }, known],
  ["one that says something", narrower, narrower],
])("with %s the arguments are known", (_, input_schema, expected) => {
  const tool = { declared: { ...asked, ...(input_schema !== undefined && { input_schema }) }, spec };
  expect(toToolSpec(tool).inputSchema).toEqual(expected);
  expect(toModelTool(tool).inputSchema).toEqual(expected);
});

it("treats a tool unknown to the router as writing", () => {
  const tool = { declared: { ...asked, input_schema: { type: "object" } }, spec: undefined };
  expect(toToolSpec(tool)).toMatchObject({ inputSchema: { type: "object" }, effect: "unknown" });
});
