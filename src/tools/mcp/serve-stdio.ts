import type { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";

/** Serves MCP on standard input and output until the client disconnects or the signal aborts. */
export async function serveStdio(server: Server, signal: AbortSignal): Promise<void> {
  const closed = Promise.withResolvers<void>();
  Object.assign(server, { onclose: () => closed.resolve() });
  signal.addEventListener("abort", () => closed.resolve(), { once: true });
  process.stdin.once("end", () => closed.resolve());
  await server.connect(new StdioServerTransport());
  await closed.promise;
  await server.close();
}
