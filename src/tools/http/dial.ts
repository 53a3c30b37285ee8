import type { IncomingMessage } from "node:http";
import { isIP, type LookupFunction } from "node:net";
import { assertStillLeased, ToolError } from "../tool-error.ts";
import type { CheckedTarget } from "./guard.ts";

export type Headers = Readonly<Record<string, string>>;
export type DialRequest = {
  method: string;
  headers: Headers;
  body?: string | Uint8Array;
  signal: AbortSignal;
  /** Called when the connection is established, right before the request is written. */
  isOurs?: () => boolean;
};
export type DialAnswer = { status: number; headers: Headers; body: AsyncIterable<Uint8Array> };

/** Sends one request to the checked address. Follows no redirects. */
export type SendRequest = (target: CheckedTarget, request: DialRequest) => Promise<DialAnswer>;

/** Uses a new connection, so that none is reused for another name of the same address. */
export const dialNode: SendRequest = (target, request) =>
  new Promise((resolve, reject) => {
    const isSecure = target.url.protocol === "https:";
    // Importing these modules loads Node's fetch as well, which takes longer than all of the tools.
    const { request: send } = process.getBuiltinModule(isSecure ? "node:https" : "node:http");
    let isConnected = false;
    const outgoing = send(target.url, {
      method: request.method,
      headers: request.headers,
      agent: false,
      lookup: pinned(target.addresses),
      signal: request.signal,
      maxHeaderSize: 32 * 1024,
    });
    outgoing.once("socket", (socket) => {
      socket.once("connect", () => (isConnected = true));
      socket.once(isSecure ? "secureConnect" : "connect", () => {
        try {
          assertStillLeased(request.isOurs);
          outgoing.end(request.body);
        } catch (stale) {
          outgoing.destroy(stale instanceof Error ? stale : undefined);
        }
      });
    });
    outgoing.once("response", (answer) => resolve(toAnswer(answer, request.signal)));
    outgoing.once("error", (cause) => reject(toToolError(cause, isConnected, request.signal)));
  });

/** Resolves every name to the checked addresses; Node tries them one after the other. */
function pinned(addresses: readonly string[]): LookupFunction {
  const answers = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_host, options, callback) => {
    if (options.all === true) callback(null, answers);
    else callback(null, answers[0]?.address ?? "", answers[0]?.family);
  };
}

function toAnswer(answer: IncomingMessage, signal: AbortSignal): DialAnswer {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(answer.headers))
    if (value !== undefined) headers[name] = Array.isArray(value) ? value.join(", ") : value;
  return { status: answer.statusCode ?? 0, headers, body: chunks(answer, signal) };
}

async function* chunks(answer: IncomingMessage, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  try {
    // Without an encoding a stream of Node gives buffers.
    for await (const chunk of answer as AsyncIterable<Uint8Array>) yield chunk;
  } catch (cause) {
    throw toToolError(cause, true, signal);
  }
}

function toToolError(cause: unknown, isConnected: boolean, signal: AbortSignal): ToolError {
  if (cause instanceof ToolError) return cause;
  if (signal.aborted) return new ToolError("canceled", "the call was given up", { cause });
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new ToolError(isConnected ? "connection_lost" : "unavailable", reason, { cause });
}
