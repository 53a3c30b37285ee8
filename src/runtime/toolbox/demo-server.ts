import { demoServerTools, type DemoParts } from "./demo.ts";
import { systemClock } from "../system-clock.ts";

type DemoServerParts = Omit<DemoParts, "clock"> & {
  signal: AbortSignal;
  /** Serves streamable HTTP on this local port instead of stdio. */
  http?: { port: number; onReady: (url: string) => void };
};

/** Runs the demo workspace as an MCP server until the client disconnects or the signal fires. */
export async function runDemoServer({ signal, http, ...parts }: DemoServerParts): Promise<void> {
  const tools = demoServerTools({ ...parts, clock: systemClock });
  const now = (): number => systemClock.now();
  if (http === undefined) {
    const { createToolServer } = await import("../../demo/tool-server.ts");
    const { serveStdio } = await import("../../tools/mcp/serve-stdio.ts");
    return serveStdio(createToolServer({ tools, now }), signal);
  }
  const { serveHttp } = await import("../../demo/serve-http.ts");
  const server = await serveHttp({ tools, now, port: http.port });
  http.onReady(server.url);
  if (!signal.aborted) await new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
  await server.stop();
}
