import { memoizeByIdentity } from "../../../plan/bounded-cache.ts";
import { canonicalOrder } from "./canonical-order.ts";
import { createToolProfile, type ToolProfile } from "../profile/tool-profile.ts";
import type { ToolSpec } from "../../../plan/tool-spec.ts";

type Posting = { tool: number; weight: number };

/** Tools by the stems that name them. Built once a toolbox; its order does not depend on the manifest's. */
export type ToolIndex = {
  tools: readonly ToolProfile[];
  postings: ReadonlyMap<string, readonly Posting[]>;
  /** Names in lower case. */
  names: ReadonlySet<string>;
  /** How much a stem tells: 1 where one tool has it, less where many have; independent of how many tools there are. */
  rarity(stem: string): number;
};

export const toolIndexOf = memoizeByIdentity((toolbox: readonly ToolSpec[]) => createToolIndex(toolbox));

export function createToolIndex(toolbox: readonly ToolSpec[]): ToolIndex {
  const tools = canonicalOrder(toolbox).map((spec) => createToolProfile(spec));
  const postings = new Map<string, Posting[]>();
  for (const [at, tool] of tools.entries())
    for (const [stem, weight] of tool.terms) {
      const list = postings.get(stem);
      if (list === undefined) postings.set(stem, [{ tool: at, weight }]);
      else list.push({ tool: at, weight });
    }
  const names = new Set(tools.map(({ spec }) => spec.name.toLowerCase()));
  return { tools, postings, names, rarity: (stem) => 1 / (1 + 0.35 * Math.log(postings.get(stem)?.length ?? 1)) };
}
