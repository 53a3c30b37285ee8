import { isJsonObject, type JsonObject } from "../plan/json.ts";
import type { JsonSchema } from "../plan/tool-spec.ts";
import type { Manifest, McpTool } from "../tools/mcp/manifest.ts";
import type { Tool } from "../tools/tool.ts";

/** How the demo's MCP server names itself. */
export const demoServer = { name: "planwright-demo", version: "1.0.0" } as const;

/** What the server offers, without asking it. */
export function manifestOf(tools: readonly Tool[]): Manifest {
  return { server: demoServer, tools: tools.map(toMcpTool).toSorted((a, b) => (a.name < b.name ? -1 : 1)) };
}

export function toMcpTool({ spec }: Tool): McpTool & { inputSchema: { type: "object" } } {
  return {
    name: spec.name,
    description: spec.description,
    inputSchema: { ...objectOf(spec.inputSchema), type: "object" },
    ...(spec.outputSchema !== undefined && { outputSchema: { ...objectOf(spec.outputSchema), type: "object" } }),
  };
}

function objectOf(schema: JsonSchema): JsonObject {
  return isJsonObject(schema) ? schema : {};
}
