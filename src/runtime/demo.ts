import { join } from "node:path";
import { type LinkedTools, openLinkedTools } from "../demo/linked-tools.ts";
import { openWorkspace } from "../demo/open-workspace.ts";
import { createWorkspaceTools } from "../demo/workspace-tools.ts";
import type { Clock } from "../ports/clock.ts";
import type { Log } from "../ports/log.ts";
import type { Env } from "../tools/config/secret-text.ts";
import { createDemoTools } from "../tools/demo/demo-tools.ts";
import { watchFaults } from "../tools/demo/fault-file.ts";
import { type Faults, parseFaults } from "../tools/demo/faults.ts";
import { openDemoState } from "../tools/demo/state.ts";
import type { Http } from "../tools/http/http.ts";
import type { Tool } from "../tools/tool.ts";

export type DemoParts = { dataFolder: string; clock: Clock; env: Env; faults?: string };

/** The demo as this process uses it: the ERP directly, CRM and tracker over an MCP connection to itself, a world a tenant. */
export function openDemo(parts: DemoParts & { http: Http; log: Log }): LinkedTools {
  const { erp, workspaceOf } = demoTools(parts);
  const linked = openLinkedTools({ ...parts, tools: workspaceOf(home), toolsOf: workspaceOf });
  return { ...linked, tools: [...erp, ...linked.tools] };
}

/** The world of the local tenant for an MCP server of its own: what one process writes there, the other sees. */
export function demoServerTools(parts: DemoParts): Tool[] {
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

/** Switches of the configuration, else of the environment; a file in the data folder goes before both. */
function faultsOf({ dataFolder, env, faults: configured = "" }: DemoParts): Faults {
  const parsed = parseFaults(configured === "" ? (env["PLANWRIGHT_DEMO_FAULTS"] ?? "") : configured);
  if ("problem" in parsed) throw new Error(parsed.problem);
  return watchFaults(join(dataFolder, "demo-faults"), parsed.faults);
}
