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

/** Headers by which a caller finds its call again. */
const marks = ["x-request-id", "traceparent", "tracestate"] as const;

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
    const server = createMcpServer({ version: parts.version, connection: inner(parts, request) });
    await server.connect(transport);
    try {
      return await transport.handleRequest(request);
    } finally {
      await server.close();
    }
  };
}

/** A call ends with the request that asked for it: without sessions, going away is how a client cancels. */
function inner({ fetch }: EndpointParts, outer: Request) {
  const own = [...identity, ...marks].flatMap((name) => {
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
