import type { ToolView } from "../../contracts/api/tool.ts";
import { PlanwrightError } from "../../contracts/errors.ts";
import { nearest } from "../../plan/nearest.ts";
import { toolboxHash } from "../../plan/toolbox-hash.ts";
import type { Planwright } from "../../runtime/planwright.ts";
import { toolSpecOf, type VerbSpec } from "../../runtime/verbs.ts";
import type { Handlers } from "../http/exchange.ts";

export function toolHandlers({ verbs }: Planwright): Pick<Handlers, "executeVerb" | "listTools" | "getTool"> {
  return {
    executeVerb: ({ body, principal: { tenant }, signal, traceId }) =>
      verbs.execute(body, { signal, tenant, ...(traceId !== undefined && { traceId }) }),
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
