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
