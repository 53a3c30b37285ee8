import { z } from "zod";
import { JsonObject } from "./json.ts";
import { EffectClass } from "./step.ts";

/** A JSON Schema (2020-12): an object, or `true`/`false`. */
export const JsonSchema = z.union([JsonObject, z.boolean()]);
export type JsonSchema = z.infer<typeof JsonSchema>;

/** A tool as planning and validation see it: name, description and schemas, nothing executable. */
export const ToolSpec = z.strictObject({
  name: z.string().min(1),
  description: z.string().default(""),
  inputSchema: JsonSchema.default({ type: "object" }),
  outputSchema: JsonSchema.optional(),
  effect: EffectClass.default("unknown"),
});
export type ToolSpec = z.infer<typeof ToolSpec>;

/** The tools one planning request may use, by name, in the order given. */
export type Toolbox = ReadonlyMap<string, ToolSpec>;

/** Builds a toolbox; of two tools with the same name the first is kept, so callers that must refuse compare `size`. */
export function createToolbox(specs: readonly z.input<typeof ToolSpec>[]): Toolbox {
  const tools = new Map<string, ToolSpec>();
  for (const spec of specs) if (!tools.has(spec.name)) tools.set(spec.name, ToolSpec.parse(spec));
  return tools;
}
