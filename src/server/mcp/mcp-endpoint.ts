import { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js";
import { problemResponse } from "../http/problem-response.ts";
import type { Authenticate } from "../principal.ts";
import { createMcpServer } from "./mcp-server.ts";

export type McpEndpointDeps = {
  version: string;
  authenticate: Authenticate;
  /** The API of this process. */
  fetch: (request: Request) => Response | Promise<Response>;
  maxBodyBytes: number;
  /** See `McpServerDeps`. */
  approvals?: boolean | undefined;
};

/** Headers that identify the caller; every inner call carries them, so that MCP grants no more than HTTP. */
const identity = ["authorization", "host", "origin", "sec-fetch-site"] as const;

/** Headers that correlate a call with its caller. */
const correlation = ["x-request-id", "traceparent", "tracestate"] as const;

/** MCP over Streamable HTTP without sessions: any process of a fleet can answer any request. */
export function createMcpEndpoint(parts: McpEndpointDeps): (request: Request) => Promise<Response> {
  return async (request) => {
    const principal = await parts.authenticate(request.headers);
    if (principal === undefined) return problemResponse("UNAUTHENTICATED", {});
    if (request.method !== "POST") return problemResponse("METHOD_NOT_ALLOWED", {}, { allow: "POST" });
    const transport = new WebStandardStreamableHTTPServerTransport({
      enableJsonResponse: true,
      maxRequestBodySize: parts.maxBodyBytes,
    });
    const server = createMcpServer({
      version: parts.version,
      connection: inner(parts, request),
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

/** An inner call is aborted with the outer request: without sessions, disconnecting is how a client cancels. */
function inner({ fetch }: McpEndpointDeps, outer: Request) {
  const own = [...identity, ...correlation].flatMap((name) => {
    const value = outer.headers.get(name);
    return value === null ? [] : [[name, value] as const];
  });
  return {
    baseUrl: "http://planwright.internal",
    fetch: async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
      const headers = new Headers(init?.headers);
      for (const [name, value] of own) headers.set(name, value);
      const signal = AbortSignal.any([outer.signal, ...(init?.signal ? [init.signal] : [])]);
      return fetch(new Request(input, { ...init, headers, signal }));
    },
  };
}
