import { contentHashFull } from "./hash.ts";
import type { ToolSpec } from "./tool-spec.ts";

/** SHA-256 of what planning sees of the tools; the order they come in does not matter. A run or a Draft pins it. */
export function toolboxHash(tools: Iterable<ToolSpec>): string {
  return contentHashFull([...tools].toSorted((a, b) => (a.name < b.name ? -1 : 1)));
}
