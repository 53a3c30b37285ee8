import type { ToolSpec } from "../plan/tool-spec.ts";
import type { VerbSpec } from "../ports/verbs.ts";

/** What planners see of a verb: name, description and schemas. */
export function toolSpecOf({ name, description, inputSchema, outputSchema, effect }: VerbSpec): ToolSpec {
  return { name, description, inputSchema, ...(outputSchema === undefined ? {} : { outputSchema }), effect };
}
