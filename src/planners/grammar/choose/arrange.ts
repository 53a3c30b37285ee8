import type { Range } from "../fill/assign.ts";
import type { ToolProfile } from "../profile/tool-profile.ts";
import type { Draft, Drafter } from "./draft.ts";

const longestRun = 4;
const callCost = 1.5;

type Step = { total: number; drafts: readonly Draft[] };

/** Which tools for which runs of segments, so that the sum of values less the cost of calls is highest. Segments may stay uncovered. */
export function arrange(segments: readonly Range[], tools: readonly ToolProfile[], drafter: Drafter): Draft[] {
  const best: Step[] = [{ total: 0, drafts: [] }];
  const run = segments.length > 12 ? 3 : longestRun;
  for (let end = 1; end <= segments.length; end += 1) {
    let chosen: Step = best[end - 1] ?? { total: 0, drafts: [] };
    for (let start = Math.max(0, end - run); start < end; start += 1) {
      const before = best[start];
      const [first, last] = [segments[start], segments[end - 1]];
      if (before === undefined || first === undefined || last === undefined) continue;
      for (const tool of tools) {
        const draft = drafter.draft(tool, { from: first.from, to: last.to });
        const twins = before.drafts.filter((other) => other.tool === tool);
        if (twins.length > 0 && !(draft.solid && twins.every((other) => other.solid))) continue;
        const again = before.drafts.at(-1)?.tool === tool ? 0.25 : 0;
        const total = before.total + draft.value - callCost + again;
        if (total > chosen.total + 1e-9) chosen = { total, drafts: [...before.drafts, draft] };
      }
    }
    best.push(chosen);
  }
  return [...(best[segments.length]?.drafts ?? [])];
}
