import { compact } from "../plan/compact.ts";
import type { PlanReactRequest, ReactTool } from "../contracts/react/plan-react.ts";
import type { ModelTool } from "../ports/model.ts";
import type { Verbs, VerbSpec } from "../ports/verbs.ts";
import type { JsonSchema, ToolSpec } from "../plan/tool-spec.ts";

/** A tool of the run: the request's declaration and the router's spec. The router decides its effect. */
export type RunTool = { declared: ReactTool; spec: VerbSpec | undefined };

/** The tools of one run, by id. There are no others. */
export type ToolTable = ReadonlyMap<string, RunTool>;

export function createToolTable(request: PlanReactRequest, verbs: Verbs, tenant: string): ToolTable {
  return new Map(
    request.toolset.map((asked) => [asked.tool_id, { declared: asked, spec: verbs.describe(asked.tool_id, tenant) }]),
  );
}

const anyObject = { type: "object" } as const;

/** The tool for planning. A tool unknown to the router counts as writing. */
export function toToolSpec({ declared: asked, spec }: RunTool): ToolSpec {
  const outputSchema = informativeSchema(asked.output_schema) ?? spec?.outputSchema;
  return {
    name: asked.tool_id,
    description: asked.description ?? spec?.description ?? "",
    inputSchema: informativeSchema(asked.input_schema) ?? spec?.inputSchema ?? anyObject,
    ...compact({ outputSchema }),
    effect: spec?.effect ?? "unknown",
  };
}

const silent: ReadonlySet<string> = new Set(["$schema", "type", "title", "description"]);

/** A schema that says more than `{"type": "object"}`, from which no call could be built. */
function informativeSchema(schema: JsonSchema | undefined): JsonSchema | undefined {
  return schema === undefined || schema === true || Object.keys(schema).every((key) => silent.has(key))
    ? undefined
    : schema;
}

export function toModelTool(tool: RunTool): ModelTool {
  const { name, description, inputSchema } = toToolSpec(tool);
  return { name, description, inputSchema: typeof inputSchema === "boolean" ? anyObject : inputSchema };
}
