import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import { createToolServer, type ToolServerParts } from "./tool-server.ts";

type DemoHttp = { url: string; stop(): Promise<void> };

type DemoHttpParts = Omit<ToolServerParts, "lose"> & { host?: string; port?: number };

/** The demo's tools over Streamable HTTP at `/mcp`, without sessions, on this machine alone unless a host is named. */
export async function serveHttp({ host = "127.0.0.1", port = 0, ...parts }: DemoHttpParts): Promise<DemoHttp> {
  const http = createServer((request, response) => {
    void answer(parts, request, response).catch(() => request.socket.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    http.once("error", reject);
    http.listen(port, host, resolve);
  });
  const address = http.address();
  if (address === null || typeof address === "string") throw new Error("the server does not listen");
  return {
    url: `http://${host.includes(":") ? `[${host}]` : host}:${address.port}/mcp`,
    stop: () =>
      new Promise((resolve) => {
        http.close(() => resolve());
        http.closeAllConnections();
      }),
  };
}

async function answer(
  parts: Omit<ToolServerParts, "lose">,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (request.url?.split("?")[0] !== "/mcp") return void response.writeHead(404).end();
  if (request.method !== "POST") return void response.writeHead(405, { allow: "POST" }).end();
  const transport = new StreamableHTTPServerTransport({ enableJsonResponse: true });
  const server = createToolServer({ ...parts, lose: () => request.socket.destroy() });
  response.once("close", () => void server.close());
  await server.connect(transport);
  await transport.handleRequest(request, response);
}
