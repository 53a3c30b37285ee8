import type { Clock } from "../ports/clock.ts";
import type { Log } from "../ports/log.ts";
import type { Http } from "../tools/http/http.ts";
import { createPin } from "../tools/mcp/pin.ts";
import type { McpSource } from "../tools/mcp/source.ts";
import { applyRules } from "../tools/tool-rules.ts";
import { ToolError } from "../tools/tool-error.ts";
import type { Tool, ToolContext } from "../tools/tool.ts";
import { manifestOf } from "./manifest.ts";
import { workspaceRules } from "./rules.ts";

type LinkedParts = {
  tools: readonly Tool[];
  /** The same tools for a tenant's own data; without it all tenants share one. */
  toolsOf?: (tenant: string) => readonly Tool[];
  http: Http;
  clock: Clock;
  log: Log;
};

export type LinkedTools = {
  tools: Tool[];
  /** The connection of a tenant to the named server, opened on first use; undefined for another server. */
  server(name: string, tenant: string): Promise<McpSource> | undefined;
  close(): Promise<void>;
};

const name = "workspace";

/**
 * The workspace behind a real MCP connection within this process, so that calls take the same path as to any other
 * server. Its manifest is part of the package and pinned as is. It connects at the first call.
 */
export function openLinkedTools(parts: LinkedParts): LinkedTools {
  const opened = new Map<string, Promise<McpSource>>();
  const sourceOf = (tenant: string): Promise<McpSource> => {
    const source = opened.get(tenant) ?? openSource({ ...parts, tools: parts.toolsOf?.(tenant) ?? parts.tools });
    opened.set(tenant, source);
    return source;
  };
  const live = async (verb: string, { tenant = "local" }: ToolContext): Promise<Tool> => {
    const { tools } = await sourceOf(tenant);
    const tool = tools.find(({ spec }) => spec.name === verb);
    if (tool === undefined) throw new ToolError("unavailable", `the workspace has no ${verb}`);
    return tool;
  };
  return {
    tools: parts.tools.map(({ spec }) => {
      const { keyArgument: _, readBack, ...rules } = workspaceRules[spec.name] ?? {};
      const canReadBack = readBack !== undefined;
      return {
        spec: { ...spec, ...applyRules({ tenants: ["*"], ...rules }), source: `mcp:${name}`, canReadBack },
        run: async (args, context) => (await live(spec.name, context)).run(args, context),
        ...(canReadBack && {
          readBack: async (effect, context) =>
            (await (await live(spec.name, context)).readBack?.(effect, context)) ?? {
              state: "unknowable",
              reason: "no rule",
            },
          previewChange: async (payload, context) => (await live(spec.name, context)).previewChange?.(payload, context),
        }),
      };
    }),
    server: (asked, tenant) => (asked === name ? sourceOf(tenant) : undefined),
    async close() {
      await Promise.all([...opened.values()].map(async (source) => (await source).close()));
    },
  };
}

async function openSource({ tools, http, clock, log }: Omit<LinkedParts, "toolsOf">): Promise<McpSource> {
  const { InMemoryTransport } = await import("@modelcontextprotocol/sdk/inMemory.js");
  const { openMcpSource } = await import("../tools/mcp/source.ts");
  const { createToolServer } = await import("./tool-server.ts");
  const connect = async () => {
    const [ours, theirs] = InMemoryTransport.createLinkedPair();
    await createToolServer({ tools, now: () => clock.now() }).connect(theirs);
    return ours;
  };
  const pin = createPin({ linked: name }, manifestOf(tools));
  const endpoint = { kind: "linked", name, connect } as const;
  return openMcpSource({ name, endpoint, prefix: "", pin, rules: workspaceRules }, { http, clock, log });
}
