import { compact } from "../../plan/compact.ts";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPError } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import {
  type CallToolResult,
  CallToolResultSchema,
  ErrorCode,
  ListToolsResultSchema,
  McpError,
  type Tool as SdkTool,
  ToolListChangedNotificationSchema,
} from "@modelcontextprotocol/sdk/types.js";
import { asJsonObject, type JsonObject } from "../../plan/json.ts";
import { assertStillLeased, ToolError } from "../tool-error.ts";
import type { ToolContext } from "../tool.ts";
import type { McpEndpoint } from "./endpoint.ts";
import type { Manifest, McpTool } from "./manifest.ts";
import { failInFlight, openTransport, type TransportParts } from "./transport.ts";

export type McpCall = Pick<ToolContext, "signal" | "isOurs" | "heartbeat">;

/** One connection to a server, from initialize to its end. */
export type Session = {
  manifest(): Manifest;
  call(tool: string, args: JsonObject, call: McpCall): Promise<CallToolResult>;
  close(): Promise<void>;
};

type SessionParts = TransportParts & {
  connectTimeoutMs: number;
  /** Removes secrets that the server put into its descriptions. */
  hide: (manifest: Manifest) => Manifest;
  onEnd: () => void;
};

/** Connects and reads the manifest; throws `unavailable` when either fails. */
export async function openSession(endpoint: McpEndpoint, parts: SessionParts): Promise<Session> {
  const client = new Client({ name: "planwright", version: "1" });
  const underWay = new Set<(error: ToolError) => void>();
  const end = (error: ToolError): void => {
    for (const fail of underWay) fail(error);
    underWay.clear();
    parts.onEnd();
  };
  Object.assign(client, {
    onclose: () => end(new ToolError("connection_lost", "the server went away while it had the call")),
    onerror: (error: Error) => {
      if (!/exceeded maximum size/.test(error.message)) return;
      end(new ToolError("output_too_large", `the answer has more than ${parts.maxAnswerBytes} bytes`));
    },
  } satisfies Partial<Client>);
  const { transport, leave } = await openTransport(endpoint, parts);
  const list = async (): Promise<Manifest> => parts.hide(await listManifest(client, parts.connectTimeoutMs));
  let manifest: Manifest;
  try {
    await client.connect(transport, { timeout: parts.connectTimeoutMs });
    manifest = await list();
  } catch (cause) {
    await client.close().catch(() => {});
    if (cause instanceof ToolError && /^(?:address_refused|login_required)$/.test(cause.code)) throw cause;
    throw new ToolError("unavailable", `the server cannot be reached: ${reasonOf(cause)}`, { cause });
  }
  client.setNotificationHandler(ToolListChangedNotificationSchema, async () => {
    manifest = await list();
  });
  return {
    manifest: () => manifest,
    call: (tool, args, call) => callTool({ client, inFlight: underWay }, { tool, args, ...call }),
    async close() {
      await leave();
      await client.close().catch(() => {});
    },
  };
}

type LiveSession = { client: Client; inFlight: Set<(error: ToolError) => void> };
type ToolCall = { tool: string; args: JsonObject } & McpCall;

/** The longest possible timer: the router limits the time and aborts the signal. */
const noTimeout = 2 ** 31 - 1;

async function callTool(
  { client, inFlight: underWay }: LiveSession,
  { tool, args, signal, isOurs, heartbeat }: ToolCall,
): Promise<CallToolResult> {
  if (signal.aborted) throw new ToolError("not_sent", "the caller cancelled the call before the call");
  assertStillLeased(isOurs);
  const request = { method: "tools/call", params: { name: tool, arguments: args } } as const;
  const { promise: failed, reject: settle } = Promise.withResolvers<never>();
  underWay.add(settle);
  try {
    const answered = failInFlight.run(settle, () =>
      client.request(
        request,
        CallToolResultSchema,
        compact({
          signal,
          timeout: noTimeout,
          // Progress of a server counts as a heartbeat.
          onprogress: heartbeat,
        }),
      ),
    );
    return await Promise.race([answered, failed]);
  } catch (error) {
    throw toToolError(error, signal);
  } finally {
    underWay.delete(settle);
  }
}

const connectionClosed: number = ErrorCode.ConnectionClosed;

/** Servers without an HTTP status use its number as the code. */
const tooManyRequests = 429;

/** The SDK's text for a closed connection; servers use the same code for their own errors. */
function isClosed({ code, message }: McpError): boolean {
  return code === connectionClosed && message.endsWith("Connection closed");
}

function toToolError(error: unknown, signal: AbortSignal): ToolError {
  if (error instanceof ToolError) return error;
  if (signal.aborted) return new ToolError("canceled", "the caller cancelled the call", { cause: error });
  if (error instanceof StreamableHTTPError) return fromStatus(error);
  if (error instanceof McpError) {
    if (isClosed(error))
      return new ToolError("connection_lost", "the server went away while it had the call", { cause: error });
    const code = error.code === tooManyRequests ? "rate_limited" : "tool_failed";
    return new ToolError(code, error.message.slice(0, 2000), { cause: error });
  }
  if (error instanceof Error && error.message === "Not connected")
    return new ToolError("unavailable", "the server is not connected", { cause: error });
  return new ToolError("invalid_output", `the answer is not a tool result: ${reasonOf(error)}`, { cause: error });
}

function fromStatus(error: StreamableHTTPError): ToolError {
  const status = error.code ?? 0;
  if (status === 404) return new ToolError("session_expired", "the server does not know the session", { cause: error });
  if (status === 429) return new ToolError("rate_limited", "the server asks for fewer calls", { cause: error });
  const code = status >= 500 || status <= 0 ? "upstream_error" : "tool_failed";
  return new ToolError(code, `the server answered with status ${status}`, { cause: error });
}

function reasonOf(cause: unknown): string {
  return (cause instanceof Error ? cause.message : String(cause)).slice(0, 300);
}

const maxPages = 100;
const maxTools = 2000;

/** Reads all pages of a server's tool list. */
async function listManifest(client: Client, timeoutMs: number): Promise<Manifest> {
  const tools: McpTool[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < maxPages; page += 1) {
    const params = cursor === undefined ? {} : { cursor };
    const answer = await client.request({ method: "tools/list", params }, ListToolsResultSchema, {
      timeout: timeoutMs,
    });
    tools.push(...answer.tools.map(toTool));
    cursor = answer.nextCursor;
    if (tools.length > maxTools) break;
    if (cursor === undefined) return { server: serverOf(client), tools: tools.toSorted(byName) };
  }
  throw new ToolError("unavailable", "the server's tool list does not end");
}

function toTool(tool: SdkTool): McpTool {
  return {
    name: tool.name,
    description: tool.description ?? "",
    inputSchema: asJsonObject(tool.inputSchema),
    ...(tool.outputSchema === undefined ? {} : { outputSchema: asJsonObject(tool.outputSchema) }),
  };
}

function serverOf(client: Client): Manifest["server"] {
  const version = client.getServerVersion();
  return { name: version?.name ?? "", version: version?.version ?? "" };
}

function byName(a: McpTool, b: McpTool): number {
  return a.name < b.name ? -1 : a.name > b.name ? 1 : 0;
}
