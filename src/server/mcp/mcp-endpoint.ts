import { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js";
import { problemResponse } from "../http/problem-response.ts";
import { innerConnection } from "../inner-connection.ts";
import { createMcpServer } from "./mcp-server.ts";

type McpEndpointDeps = {
  version: string;
  /** The API of this process. */
  fetch: (request: Request) => Response | Promise<Response>;
  maxBodyBytes: number;
  /** See `McpServerDeps`. */
  approvals?: boolean | undefined;
};

/** MCP over Streamable HTTP for identified callers, without sessions: any process of a fleet can answer any request. */
export function createMcpEndpoint(parts: McpEndpointDeps): (request: Request) => Promise<Response> {
  return async (request) => {
    if (request.method !== "POST") return problemResponse("METHOD_NOT_ALLOWED", {}, { allow: "POST" });
    const transport = new WebStandardStreamableHTTPServerTransport({
      enableJsonResponse: true,
      maxRequestBodySize: parts.maxBodyBytes,
    });
    const server = createMcpServer({
      version: parts.version,
      connection: innerConnection(parts.fetch, request),
      approvals: parts.approvals,
    });
    await server.connect(transport);
    try {
      return await transport.handleRequest(request);
    } finally {
      await server.close();
    }
  };
}
