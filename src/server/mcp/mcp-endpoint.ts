import { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js";
import { problemResponse } from "../http/problem-response.ts";
import type { Authenticate } from "../principal.ts";
import { createMcpServer } from "./mcp-server.ts";

export type EndpointParts = {
  version: string;
  authenticate: Authenticate;
  /** The API in this process. */
  fetch: (request: Request) => Response | Promise<Response>;
  maxBodyBytes: number;
};

/** Headers that say who asks; they go along with every inner call, so that nobody can do more here than over HTTP. */
const identity = ["authorization", "host", "origin", "sec-fetch-site"] as const;

/** MCP over Streamable HTTP, without sessions: each request stands alone, so any process of a fleet can answer it. */
export function createMcpEndpoint(parts: EndpointParts): (request: Request) => Promise<Response> {
  return async (request) => {
    const principal = await parts.authenticate(request.headers);
    if (principal === undefined) return problemResponse("UNAUTHENTICATED", {});
    if (request.method !== "POST") return problemResponse("METHOD_NOT_ALLOWED", {}, { allow: "POST" });
    const transport = new WebStandardStreamableHTTPServerTransport({
      enableJsonResponse: true,
      maxRequestBodySize: parts.maxBodyBytes,
    });
    const server = createMcpServer({ version: parts.version, connection: inner(parts, request.headers) });
    await server.connect(transport);
    try {
      return await transport.handleRequest(request);
    } finally {
      await server.close();
    }
  };
}

function inner({ fetch }: EndpointParts, outer: Headers) {
  const own = identity.flatMap((name) => {
    const value = outer.get(name);
    return value === null ? [] : [[name, value] as const];
  });
  return {
    baseUrl: "http://planwright.internal",
    fetch: async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
      const headers = new Headers(init?.headers);
      for (const [name, value] of own) headers.set(name, value);
      return fetch(new Request(input, { ...init, headers }));
    },
  };
}
