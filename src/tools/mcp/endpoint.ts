import type { Json } from "../../plan/json.ts";

/** A transport of the MCP SDK, whose types are no part of the package. */
type LinkedTransport = { start(): Promise<void>; send(message: object): Promise<void>; close(): Promise<void> };

/** Where an MCP server is. Secrets are in `env` and `headers` only, which no pin and no log carries. */
export type McpEndpoint =
  | { kind: "stdio"; command: string; args: readonly string[]; env: Readonly<Record<string, string>>; cwd?: string }
  | { kind: "http"; url: string; headers: Readonly<Record<string, string>> }
  | { kind: "linked"; name: string; connect: () => Promise<LinkedTransport> };

/** The part of an endpoint that identifies the server. */
export function identityOf(endpoint: McpEndpoint): Json {
  if (endpoint.kind === "http") return { url: endpoint.url };
  if (endpoint.kind === "linked") return { linked: endpoint.name };
  return { command: endpoint.command, args: [...endpoint.args] };
}
