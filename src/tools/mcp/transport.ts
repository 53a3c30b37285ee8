import { AsyncLocalStorage } from "node:async_hooks";
import { setTimeout as delay } from "node:timers/promises";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { createGuardedFetch } from "../http/guarded-fetch.ts";
import type { Http } from "../http/http.ts";
import { ToolError } from "../tool-error.ts";
import type { McpEndpoint } from "./endpoint.ts";
import { createStdioTransport } from "./stdio-transport.ts";

/**
 * Tells a call in flight that its answer broke off. The SDK reports a broken stream to nobody in
 * particular and leaves the call hanging; the asynchronous context knows which call sent the request.
 */
export const failInFlight = new AsyncLocalStorage<(error: ToolError) => void>();

export type TransportParts = {
  http: Http;
  maxAnswerBytes: number;
  onStderr: (text: string) => void;
  /** Sends requests to the server with the token of a tenant. */
  authorize?: (send: typeof fetch) => typeof fetch;
};

/** `leave` ends the session at the server; it waits only briefly for an answer. */
type OpenTransport = { transport: Transport; leave: () => Promise<void> };

export async function openTransport(endpoint: McpEndpoint, parts: TransportParts): Promise<OpenTransport> {
  if (endpoint.kind === "linked") return { transport: await endpoint.connect(), leave: async () => {} };
  if (endpoint.kind === "stdio") return { transport: stdioTransport(endpoint, parts), leave: async () => {} };
  const transport = new StreamableHTTPClientTransport(new URL(endpoint.url), { fetch: limitedFetch(endpoint, parts) });
  const leave = async (): Promise<void> => {
    const timeout = delay(1000, undefined, { ref: false });
    await Promise.race([transport.terminateSession().catch(() => {}), timeout]);
  };
  return { transport, leave };
}

function stdioTransport(endpoint: McpEndpoint & { kind: "stdio" }, parts: TransportParts): Transport {
  // Windows has no process groups, and needs the SDK to start a .cmd file.
  if (process.platform !== "win32") return createStdioTransport(endpoint, parts);
  const transport = new StdioClientTransport({
    command: endpoint.command,
    args: [...endpoint.args],
    env: { ...endpoint.env },
    ...(endpoint.cwd === undefined ? {} : { cwd: endpoint.cwd }),
    stderr: "pipe",
    maxBufferSize: parts.maxAnswerBytes,
  });
  transport.stderr?.on("data", (chunk: Buffer) => parts.onStderr(chunk.toString("utf8")));
  return transport;
}

function limitedFetch(endpoint: McpEndpoint & { kind: "http" }, parts: TransportParts): typeof fetch {
  const guarded = createGuardedFetch(parts.http, endpoint.headers);
  const send = parts.authorize?.(guarded) ?? guarded;
  return async (input, init) => {
    const fail = failInFlight.getStore();
    const answer = await send(input, init);
    // The stream of a GET lasts as long as the session; the answer to one message is bounded.
    if (init?.method !== "POST" || fail === undefined || answer.body === null) return answer;
    const body = ReadableStream.from(limited(answer.body, parts.maxAnswerBytes, fail));
    return new Response(body, { status: answer.status, headers: answer.headers });
  };
}

async function* limited(
  body: AsyncIterable<Uint8Array>,
  maxBytes: number,
  fail: (error: ToolError) => void,
): AsyncGenerator<Uint8Array> {
  let size = 0;
  try {
    for await (const part of body) {
      size += part.byteLength;
      if (size > maxBytes) throw new ToolError("output_too_large", `the answer has more than ${maxBytes} bytes`);
      yield part;
    }
  } catch (error) {
    fail(error instanceof ToolError ? error : new ToolError("connection_lost", String(error)));
    throw error;
  }
}
