import type { toolsRoutes } from "../../contracts/api/routes/tools.ts";
import { compact } from "../../plan/compact.ts";
import type { ToolSource, ToolSourceList, ToolView } from "../../contracts/api/tool.ts";
import { PlanwrightError } from "../../contracts/errors.ts";
import { nearest } from "../../plan/nearest.ts";
import { toolboxHash } from "../../plan/toolbox-hash.ts";
import type { Planwright } from "../../runtime/planwright.ts";
import type { McpState, ToolSources } from "../../runtime/toolbox/tool-states.ts";
import { toolSpecOf } from "../../tools/tool-spec-of.ts";
import type { VerbSpec } from "../../ports/verbs.ts";
import type { HandlersOf } from "../http/exchange.ts";

export function toolHandlers({ verbs, runs, toolSources }: Planwright): HandlersOf<typeof toolsRoutes> {
  return {
    executeVerb: ({ body, principal: { tenant, name }, signal, traceId, idempotencyKey: key }) => {
      const options = compact({ signal, tenant, principal: name, traceId });
      return key === undefined ? verbs.execute(body, options) : runs.callOnce({ call: body, options, key });
    },
    listTools: ({ principal: { tenant } }) => {
      const specs = verbs.list(tenant);
      return { tools: specs.map(toToolView), manifest_hash: toolboxHash(specs.map(toolSpecOf)) };
    },
    getTool: ({ params: { id }, principal: { tenant } }) => {
      const spec = verbs.describe(id, tenant);
      if (spec !== undefined) return toToolView(spec);
      const close = nearest(
        id,
        verbs.list(tenant).map(({ name }) => name),
      );
      const hint = close === undefined ? "" : ` Did you mean ${close}?`;
      throw new PlanwrightError("NOT_FOUND", { message: `There is no tool ${id}.${hint}` });
    },
    listToolSources: async ({ principal: { tenant } }) => toToolSourceList(await toolSources(tenant)),
  };
}

function toToolSourceList({ sources, problems }: ToolSources): ToolSourceList {
  return {
    sources: sources.map(({ source, tools, mcp }) => ({
      source,
      tools,
      mcp: mcp === undefined ? null : toMcpState(mcp),
    })),
    problems: problems.map(({ source: place, message }) => ({ place, message })),
  };
}

function toMcpState({ isUp, isPinned, drift, error }: McpState): ToolSource["mcp"] {
  return {
    health: isUp ? "up" : "down",
    pinned: isPinned,
    drift: drift.map(({ kind, tool = null, message }) => ({ kind, tool, message })),
    error: error ?? null,
  };
}

function toToolView({ name, description, source, effect, timeoutMs, inputSchema, outputSchema }: VerbSpec): ToolView {
  return {
    name,
    description,
    source,
    effect,
    timeout_ms: timeoutMs,
    input_schema: inputSchema,
    output_schema: outputSchema ?? null,
  };
}
