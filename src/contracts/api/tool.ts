import { z } from "zod";
import { EffectClass } from "../../plan/step.ts";
import { JsonSchema } from "../../plan/tool-spec.ts";

/** A tool of the toolbox as a caller may know it. */
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

/** Something tools come from: a server, a document, the built-in ones. */
export const ToolSource = z.strictObject({
  source: z.string(),
  tools: z.int(),
  /** Only an MCP server can be asked; `null` for everything else. */
  mcp: z
    .strictObject({
      health: z.enum(["up", "down"]),
      /** A server that nobody has pinned may only be read from. */
      pinned: z.boolean(),
      /** In what it differs from what was accepted. */
      drift: z.array(z.strictObject({ kind: z.string(), tool: z.string().nullable(), message: z.string() })),
      error: z.string().nullable(),
    })
    .nullable(),
});
export type ToolSource = z.infer<typeof ToolSource>;

/** `problems`: what of the configuration is not usable now. */
export const ToolSourceList = z.strictObject({
  sources: z.array(ToolSource),
  problems: z.array(z.strictObject({ place: z.string(), message: z.string() })),
});
export type ToolSourceList = z.infer<typeof ToolSourceList>;
