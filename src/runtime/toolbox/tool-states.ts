import type { Drift } from "../../tools/mcp/pin.ts";
import type { McpSource } from "../../tools/mcp/source.ts";
import type { ToolSourceProblem } from "./tool-sources.ts";
import type { OpenToolbox } from "./toolbox.ts";

/** The current state of an MCP server. */
export type McpState = { isUp: boolean; isPinned: boolean; drift: readonly Drift[]; error?: string };

export type ToolSources = {
  sources: readonly { source: string; tools: number; mcp?: McpState }[];
  problems: readonly ToolSourceProblem[];
};

type QueriedToolbox = Pick<OpenToolbox, "registry" | "server" | "problems">;

/** After this time a server counts as down. */
const answerTimeoutMs = 5_000;

/** Lists the tool sources of a tenant. Queries all MCP servers in parallel for their current tools. */
export async function toolSources(toolbox: QueriedToolbox, tenant: string): Promise<ToolSources> {
  const { registry, problems } = toolbox;
  const counts = new Map<string, number>();
  for (const { spec } of registry.list(tenant)) counts.set(spec.source, (counts.get(spec.source) ?? 0) + 1);
  const rows = [...counts].map(async ([source, tools]) => {
    const server = source.startsWith("mcp:") ? toolbox.server(source.slice("mcp:".length), tenant) : undefined;
    return server === undefined ? { source, tools } : { source, tools, mcp: await readMcpState(await server, tenant) };
  });
  return { sources: await Promise.all(rows), problems: problems.filter((problem) => concerns(problem, tenant)) };
}

/** Hides problems of sources that belong to other tenants. */
function concerns({ tenants }: ToolSourceProblem, tenant: string): boolean {
  return tenants === undefined || tenants.includes(tenant) || tenants.includes("*");
}

async function readMcpState(server: McpSource, tenant: string): Promise<McpState> {
  const { isPinned } = server;
  const { promise: silence, reject } = Promise.withResolvers<never>();
  const late = setTimeout(() => reject(new Error(`no answer within ${answerTimeoutMs / 1000} s`)), answerTimeoutMs);
  try {
    const drift = await Promise.race([server.manifest(tenant).then(() => server.drift(tenant)), silence]);
    return { isUp: true, isPinned, drift };
  } catch (error) {
    return { isUp: false, isPinned, drift: [], error: error instanceof Error ? error.message : String(error) };
  } finally {
    clearTimeout(late);
  }
}
