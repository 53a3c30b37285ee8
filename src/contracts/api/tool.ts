import { z } from "zod";
import { EffectClass } from "../../plan/step.ts";
import { JsonSchema } from "../../plan/tool-spec.ts";

/** A tool of the toolbox as a caller sees it. */
export const ToolView = z.strictObject({
  name: z.string(),
  description: z.string(),
  source: z.string(),
  /** Decided by the registry, never by the server that offers the tool. */
  effect: EffectClass,
  timeout_ms: z.int(),
  input_schema: JsonSchema,
  output_schema: JsonSchema.nullable(),
});
export type ToolView = z.infer<typeof ToolView>;

export const ToolList = z.strictObject({ tools: z.array(ToolView), manifest_hash: z.string() });
export type ToolList = z.infer<typeof ToolList>;

/** A source of tools: a server, an OpenAPI document, or the built-in tools. */
export const ToolSource = z.strictObject({
  source: z.string(),
  tools: z.int(),
  /** Only an MCP server can be probed; `null` for other sources. */
  mcp: z
    .strictObject({
      health: z.enum(["up", "down"]),
      /** A server without a pin may only be read from. */
      pinned: z.boolean(),
      /** Differences from the pinned manifest. */
      drift: z.array(z.strictObject({ kind: z.string(), tool: z.string().nullable(), message: z.string() })),
      error: z.string().nullable(),
    })
    .nullable(),
});
export type ToolSource = z.infer<typeof ToolSource>;

/** `problems`: the parts of the configuration that cannot be used now. */
export const ToolSourceList = z.strictObject({
  sources: z.array(ToolSource),
  problems: z.array(z.strictObject({ place: z.string(), message: z.string() })),
});
export type ToolSourceList = z.infer<typeof ToolSourceList>;
