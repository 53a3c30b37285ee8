import { join } from "node:path";
import { type LinkedTools, openLinkedTools } from "../../demo/linked-tools.ts";
import { openWorkspace } from "../../demo/open-workspace.ts";
import { createWorkspaceTools } from "../../demo/workspace-tools.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Log } from "../../ports/log.ts";
import type { Env } from "../../tools/config/secret-text.ts";
import { createDemoTools } from "../../demo/business/business-tools.ts";
import { watchFaults } from "../../demo/faults/fault-file.ts";
import { type Faults, parseFaults } from "../../demo/faults/faults.ts";
import { openDemoState } from "../../demo/business/state.ts";
import type { Http } from "../../tools/http/http.ts";
import type { Tool } from "../../tools/tool.ts";
import { systemClock } from "../system-clock.ts";

type DemoParts = { dataFolder: string; clock: Clock; env: Env; faults?: string };

/** Opens the demo for this process: the ERP directly, CRM and tracker over an in-process MCP connection, separate data per tenant. */
export function openDemo(parts: DemoParts & { http: Http; log: Log }): LinkedTools {
  const { erp, workspaceOf } = demoTools(parts);
  const linked = openLinkedTools({ ...parts, tools: workspaceOf(home), toolsOf: workspaceOf });
  return { ...linked, tools: [...erp, ...linked.tools] };
}

/** Demo tools of the local tenant for a separate MCP server. Both processes share the files. */
function demoServerTools(parts: DemoParts): Tool[] {
  const { erp, workspaceOf } = demoTools(parts);
  return [...erp, ...workspaceOf(home)];
}

const home = "local";

function demoTools(parts: DemoParts): { erp: Tool[]; workspaceOf: (tenant: string) => Tool[] } {
  const { dataFolder, clock } = parts;
  const faults = faultsOf(parts);
  return {
    erp: createDemoTools({ state: openDemoState(join(dataFolder, "demo.json")), clock, faults }),
    workspaceOf(tenant) {
      const file = join(dataFolder, "workspace", `${encodeURIComponent(tenant)}.json`);
      return createWorkspaceTools({ state: openWorkspace({ now: clock.now(), file }), clock, faults });
    },
  };
}

/** Fault switches from the configuration, otherwise from the environment; a file in the data folder overrides both. */
function faultsOf({ dataFolder, env, faults: configured = "" }: DemoParts): Faults {
  const parsed = parseFaults(configured === "" ? (env["PLANWRIGHT_DEMO_FAULTS"] ?? "") : configured);
  if ("problem" in parsed) throw new Error(parsed.problem);
  return watchFaults(join(dataFolder, "demo-faults"), parsed.faults);
}

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
