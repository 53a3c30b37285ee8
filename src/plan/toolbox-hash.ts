import { contentHashFull } from "./hash.ts";
import type { ToolSpec } from "./tool-spec.ts";

/** SHA-256 of the tool specs, independent of their order. Runs and Drafts pin it. */
export function toolboxHash(tools: Iterable<ToolSpec>): string {
  return contentHashFull([...tools].toSorted((a, b) => (a.name < b.name ? -1 : 1)));
}
