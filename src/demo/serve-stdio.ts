import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { createToolServer, type ToolServerParts } from "./tool-server.ts";

/** The demo's tools on standard input and output, until the client goes away or the signal fires. */
export async function serveStdio(parts: ToolServerParts, signal: AbortSignal): Promise<void> {
  const server = createToolServer(parts);
  const closed = Promise.withResolvers<void>();
  Object.assign(server, { onclose: () => closed.resolve() });
  signal.addEventListener("abort", () => closed.resolve(), { once: true });
  process.stdin.once("end", () => closed.resolve());
  await server.connect(new StdioServerTransport());
  await closed.promise;
  await server.close();
}
