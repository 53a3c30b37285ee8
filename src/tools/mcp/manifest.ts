import { z } from "zod";
import { contentHashFull } from "../../plan/hash.ts";
import { JsonObject } from "../../plan/json.ts";

/** A tool as a server describes it; its annotations are claims and are not kept. */
export const McpTool = z.strictObject({
  name: z.string().min(1),
  description: z.string().default(""),
  inputSchema: JsonObject,
  outputSchema: JsonObject.optional(),
});
export type McpTool = z.infer<typeof McpTool>;

/** The description of a server and its tools, sorted by name. */
export const Manifest = z.strictObject({
  server: z.strictObject({ name: z.string(), version: z.string() }),
  tools: z.array(McpTool),
});
export type Manifest = z.infer<typeof Manifest>;

export function manifestHash(manifest: Manifest): string {
  return contentHashFull(manifest);
}
