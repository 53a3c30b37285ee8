import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../plan/json.ts";
import type { Manifest, McpTool } from "./manifest.ts";
import { createPin, driftOf } from "./pin.ts";

const tool = (name: string, inputSchema: JsonObject = { type: "object" }): McpTool => ({
  name,
  description: "",
  inputSchema,
});
const manifest = (...tools: McpTool[]): Manifest => ({ server: { name: "crm", version: "1.0.0" }, tools });
const endpoint = { url: "https://crm.example/mcp" };

describe("driftOf", () => {
  const text = { type: "object", properties: { id: { type: "string" } } };
  const number = { type: "object", properties: { id: { type: "number" } } };
  const pinned = manifest(tool("a"), tool("b", text));

  it.each<[string, Manifest, string[]]>([
    ["nothing", manifest(tool("a"), tool("b", text)), []],
    [
      "the order of keys",
      manifest(tool("a"), tool("b", { properties: { id: { type: "string" } }, type: "object" })),
      [],
    ],
    [
      "a type within a schema",
      manifest(tool("a"), tool("b", number)),
      ['b has changed at /inputSchema/properties/id/type: it was "string" and is "number"'],
    ],
    [
      "a new field",
      manifest(tool("a"), tool("b", { ...text, required: ["id"] })),
      ['b has changed at /inputSchema/required: it was absent and is ["id"]'],
    ],
    [
      "a schema for the answer",
      manifest({ ...tool("a"), outputSchema: {} }, tool("b", text)),
      ["a has changed at /outputSchema: it was absent and is {}"],
    ],
    ["a tool less and one more", manifest(tool("b", text), tool("c")), ["a is no longer offered", "c is new"]],
    ["the version", { ...pinned, server: { name: "crm", version: "2" } }, ["the server is crm 2, pinned is crm 1.0.0"]],
  ])("sees %s", (_, now, messages) => {
    expect(driftOf(createPin(endpoint, pinned), endpoint, now).map((drift) => drift.message)).toEqual(messages);
  });

  it("sees another address or command", () => {
    const [drift] = driftOf(createPin(endpoint, pinned), { url: "https://evil.example/mcp" }, pinned);
    expect(drift?.kind).toBe("endpoint");
  });

  it("shows a long value cut", () => {
    const long = manifest(tool("a"), tool("b", { ...text, description: "x".repeat(500) }));
    const [drift] = driftOf(createPin(endpoint, pinned), endpoint, long);
    expect(drift?.message.length).toBeLessThan(200);
    expect(drift?.message).toContain("…");
  });
});
