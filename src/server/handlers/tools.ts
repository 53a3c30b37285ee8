import type { ToolView } from "../../contracts/api/tool.ts";
import { PlanwrightError } from "../../contracts/errors.ts";
import { contentHashFull } from "../../plan/hash.ts";
import { nearest } from "../../plan/nearest.ts";
import type { VerbSpec } from "../../ports/verbs.ts";
import type { Planwright } from "../../runtime/planwright.ts";
import type { Handlers } from "../http/exchange.ts";

export function toolHandlers({ verbs }: Planwright): Pick<Handlers, "executeVerb" | "listTools" | "getTool"> {
  return {
    executeVerb: ({ body, principal: { tenant }, signal }) => verbs.execute(body, { signal, tenant }),
    listTools: ({ principal: { tenant } }) => {
      const tools = verbs.list(tenant).map(toToolView);
      return { tools, manifest_hash: contentHashFull(tools) };
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
