import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import {
  CallToolRequestSchema,
  type CallToolResult,
  ListToolsRequestSchema,
  McpError,
  ToolSchema,
} from "@modelcontextprotocol/sdk/types.js";
import { asJsonObject, isJsonObject, type Json, toJson } from "../plan/json.ts";
import { ToolError } from "../tools/tool-error.ts";
import type { Tool } from "../tools/tool.ts";
import { demoServer, toMcpTool } from "./manifest.ts";

export type ToolServerParts = {
  tools: readonly Tool[];
  now: () => number;
  /** How to lose an answer on this transport; by default the connection is closed. */
  lose?: () => void;
};

/** Tools as an MCP server. An answer that is switched to be lost takes the connection with it, as a crash would. */
export function createToolServer({ tools, now, lose }: ToolServerParts): Server {
  const server = new Server(demoServer, { capabilities: { tools: {} } });
  const byName = new Map(tools.map((tool) => [tool.spec.name, tool]));
  const listing = tools.map((tool) => ToolSchema.parse(toMcpTool(tool)));
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: listing }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, { signal, requestId }) => {
    const tool = byName.get(params.name);
    if (tool === undefined) return failure(`There is no tool ${params.name}.`);
    const context = { signal, requestId: String(requestId), caller: "mcp", tenant: "local", now: now() };
    try {
      // The arguments came as JSON.
      return success(await tool.run(asJsonObject(params.arguments ?? {}), context));
    } catch (error) {
      if (!(error instanceof ToolError)) throw error;
      if (error.code === "connection_lost") {
        if (lose === undefined) await server.close();
        else lose();
      }
      if (error.code === "rate_limited") throw new McpError(429, error.message);
      return failure(`${error.code}: ${error.message}`);
    }
  });
  return server;
}

function success(output: Json): CallToolResult {
  const text = JSON.stringify(output);
  const content = [{ type: "text" as const, text }];
  // A copy: within one process the answer would be the stored record itself.
  return isJsonObject(output) ? { content, structuredContent: toJson(output) } : { content };
}

function failure(text: string): CallToolResult {
  return { content: [{ type: "text", text }], isError: true };
}
