import type { IncomingMessage, ServerResponse } from "node:http";
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import { CallToolRequestSchema, type CallToolResult, ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { WriteBody } from "./crm-http.ts";
import type { Crm } from "./crm.ts";

const marker = { type: "string" } as const;
const tools = [
  {
    name: "create_note",
    description: "Writes a note; it takes no key, and can be found by its marker.",
    inputSchema: { type: "object" as const, properties: { marker, how: { type: "string" } }, required: ["marker"] },
  },
  {
    name: "create_report",
    description: "Writes a note as well, and may take long.",
    inputSchema: { type: "object" as const, properties: { marker, how: { type: "string" } }, required: ["marker"] },
  },
  {
    name: "find_note",
    description: "The note with a marker.",
    inputSchema: { type: "object" as const, properties: { marker }, required: ["marker"] },
  },
];

/** The CRM as an MCP server without sessions. Its one write is not keyed: what was lost must be read back. */
export async function answerMcp(crm: Crm, request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.method !== "POST") return void response.writeHead(405, { allow: "POST" }).end();
  const server = new Server({ name: "crm", version: "1.0.0" }, { capabilities: { tools: {} } });
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
    const { marker, how } = WriteBody.parse(params.arguments);
    if (params.name === "find_note") return said(crm.holds(marker) ? { note: { marker } } : {});
    const written = await crm.write({ tool: "note", marker, how });
    if (written === "hang up") request.socket.destroy();
    return written === "refuse" ? { ...said({ marker }), isError: true } : said({ note: { marker } });
  });
  const transport = new StreamableHTTPServerTransport({ enableJsonResponse: true });
  response.once("close", () => void server.close());
  await server.connect(transport);
  await transport.handleRequest(request, response);
}

function said(structuredContent: Record<string, unknown>): CallToolResult {
  return { content: [{ type: "text", text: JSON.stringify(structuredContent) }], structuredContent };
}
