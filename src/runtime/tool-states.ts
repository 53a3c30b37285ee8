import type { Drift } from "../tools/mcp/pin.ts";
import type { McpSource } from "../tools/mcp/source.ts";
import type { Problem } from "./tool-sources.ts";
import type { OpenToolbox } from "./toolbox.ts";

/** How an MCP server stands now. */
export type McpState = { isUp: boolean; isPinned: boolean; drift: readonly Drift[]; error?: string };

export type ToolSources = {
  sources: readonly { source: string; tools: number; mcp?: McpState }[];
  problems: readonly Problem[];
};

type Asked = Pick<OpenToolbox, "registry" | "server" | "problems">;

/** A server that has not answered by then counts as down. */
const answerMs = 5_000;

/** Where the tenant's tools come from. MCP servers are asked, all at once, what they offer now. */
export async function toolSources(toolbox: Asked, tenant: string): Promise<ToolSources> {
  const { registry, problems } = toolbox;
  const counts = new Map<string, number>();
  for (const { spec } of registry.list(tenant)) counts.set(spec.source, (counts.get(spec.source) ?? 0) + 1);
  const rows = [...counts].map(async ([source, tools]) => {
    const server = source.startsWith("mcp:") ? toolbox.server(source.slice("mcp:".length), tenant) : undefined;
    return server === undefined ? { source, tools } : { source, tools, mcp: await stateOf(await server) };
  });
  return { sources: await Promise.all(rows), problems: problems.filter((problem) => concerns(problem, tenant)) };
}

/** What belongs to other tenants alone is not this one's to know. */
function concerns({ tenants }: Problem, tenant: string): boolean {
  return tenants === undefined || tenants.includes(tenant) || tenants.includes("*");
}

async function stateOf(server: McpSource): Promise<McpState> {
  const { isPinned } = server;
  const { promise: silence, reject } = Promise.withResolvers<never>();
  const late = setTimeout(() => reject(new Error(`no answer within ${answerMs / 1000} s`)), answerMs);
  try {
    const drift = await Promise.race([server.manifest().then(() => server.drift()), silence]);
    return { isUp: true, isPinned, drift };
  } catch (error) {
    return { isUp: false, isPinned, drift: [], error: error instanceof Error ? error.message : String(error) };
  } finally {
    clearTimeout(late);
  }
}
