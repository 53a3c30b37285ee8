import type { ToolSpec } from "../plan/tool-spec.ts";
import type { VerbSpec } from "../ports/verbs.ts";

/** What planning may see of a verb: its name, its words and its shapes. */
export function toolSpecOf({ name, description, inputSchema, outputSchema, effect }: VerbSpec): ToolSpec {
  return { name, description, inputSchema, ...(outputSchema === undefined ? {} : { outputSchema }), effect };
}
