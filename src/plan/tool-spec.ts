import { z } from "zod";
import { JsonObject } from "./json.ts";
import { EffectClass } from "./step.ts";

/** A JSON Schema (2020-12): an object, or `true`/`false`. */
export const JsonSchema = z.union([JsonObject, z.boolean()]);
export type JsonSchema = z.infer<typeof JsonSchema>;

/** A tool as planning and validation see it: its name, its words and its shapes, nothing that runs. */
export const ToolSpec = z.strictObject({
  name: z.string().min(1),
  description: z.string().default(""),
  inputSchema: JsonSchema.default({ type: "object" }),
  outputSchema: JsonSchema.optional(),
  effect: EffectClass.default("unknown"),
});
export type ToolSpec = z.infer<typeof ToolSpec>;

/** The tools one planning may use, by name, in the order they were given. */
export type Toolbox = ReadonlyMap<string, ToolSpec>;

/** Builds a toolbox; of two tools with one name the first stays, so callers that must refuse look at `size`. */
export function createToolbox(specs: readonly z.input<typeof ToolSpec>[]): Toolbox {
  const tools = new Map<string, ToolSpec>();
  for (const spec of specs) if (!tools.has(spec.name)) tools.set(spec.name, ToolSpec.parse(spec));
  return tools;
}
