import { compact } from "../plan/compact.ts";
import type { ToolSpec } from "../plan/tool-spec.ts";
import type { VerbSpec } from "../ports/verbs.ts";

/** The part of a verb that planners see: name, description and schemas. */
export function toolSpecOf({ name, description, inputSchema, outputSchema, effect }: VerbSpec): ToolSpec {
  return compact({ name, description, inputSchema, outputSchema, effect });
}
