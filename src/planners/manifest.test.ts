import { describe, expect, it } from "vitest";
import { readManifest } from "./manifest.ts";

const schema = { type: "object", properties: { id: { type: "string" } }, required: ["id"] };
const codes = (document: unknown): string[] =>
  readManifest(document).issues.map(({ code, pointer }) => `${code} ${pointer}`);

describe("readManifest", () => {
  it.each([
    ["ours", [{ name: "t", description: "d", inputSchema: schema, effect: "read" }]],
    [
      "an MCP tools/list result",
      { tools: [{ name: "t", description: "d", inputSchema: schema, annotations: { readOnlyHint: true } }] },
    ],
    [
      "a whole JSON-RPC answer",
      { jsonrpc: "2.0", id: 1, result: { tools: [{ name: "t", description: "d", inputSchema: schema }] } },
    ],
    ["the cases files", [{ name: "t", description: "d", input_schema: schema, output_schema: true }]],
    ["contract 4", [{ skill_id: "t", name: "d", input_schema: schema, version: "1.0.0" }]],
  ])("reads %s", (_, document) => {
    const { tools, issues } = readManifest(document);
    expect(issues).toEqual([]);
    expect(tools).toMatchObject([{ name: "t", description: "d", inputSchema: schema }]);
  });

  it("treats a server's hints as claims: only a declared effect counts", () => {
    const hinted = { name: "a", annotations: { readOnlyHint: true, destructiveHint: false } };
    const { tools } = readManifest([hinted, { name: "b", effect: "read" }]);
    expect(tools.map(({ effect }) => effect)).toEqual(["unknown", "read"]);
  });

  it.each<[string, unknown, string[]]>([
    ["no manifest", "all", ["WRONG_TYPE "]],
    ["null", null, ["WRONG_TYPE "]],
    ["a tool that is no object", [1], ["WRONG_TYPE /0"]],
    ["a tool without a name", [{ description: "d" }], ["MISSING_FIELD /0"]],
    ["an empty name", [{ name: " " }], ["MISSING_FIELD /0"]],
    ["a misspelt field", [{ name: "t", inputShcema: schema }], ["UNKNOWN_FIELD /0/inputShcema"]],
    ["an unknown effect", [{ name: "t", effect: "harmless" }], ["INVALID_VALUE /0/effect"]],
    ["a schema that is a list", [{ name: "t", inputSchema: [] }], ["UNUSABLE_TOOL_SCHEMA /0/inputSchema"]],
    [
      "a schema that takes long to compile",
      [{ name: "t", inputSchema: { enum: Array.from({ length: 1_500 }, (_, at) => at) } }],
      ["UNUSABLE_TOOL_SCHEMA /0/inputSchema"],
    ],
    ["an unknown type", [{ name: "t", inputSchema: { type: "objekt" } }], ["UNUSABLE_TOOL_SCHEMA /0/inputSchema/type"]],
    [
      "arguments that are a text",
      [{ name: "t", inputSchema: { type: "string" } }],
      ["UNUSABLE_TOOL_SCHEMA /0/inputSchema/type"],
    ],
    [
      "properties that are a list",
      [{ name: "t", inputSchema: { properties: [] } }],
      ["UNUSABLE_TOOL_SCHEMA /0/inputSchema/properties"],
    ],
    [
      "required that is a text",
      [{ name: "t", inputSchema: { required: "id" } }],
      ["UNUSABLE_TOOL_SCHEMA /0/inputSchema/required"],
    ],
    ["duplicates", { tools: [{ name: "t" }, { name: "t" }] }, ["DUPLICATE_TOOL /tools/1"]],
  ])("refuses %s", (_, document, expected) => expect(codes(document)).toEqual(expected));

  it("suggests the intended name", () => {
    expect(readManifest([{ name: "t", descripton: "d" }]).issues[0]?.hint).toBe('did you mean "description"?');
  });

  it("reads ten thousand tools, recursive schemas among them", () => {
    const node = { type: "object", properties: { next: { $ref: "#" } } };
    const many = Array.from({ length: 10_000 }, (_, at) => ({ name: `tool_${at}`, inputSchema: node }));
    expect(readManifest(many)).toMatchObject({ tools: { length: 10_000 }, issues: [] });
  });
});
