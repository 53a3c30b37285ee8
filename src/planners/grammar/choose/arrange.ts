import type { Range } from "../fill/assign.ts";
import type { ToolProfile } from "../profile/tool-profile.ts";
import type { Draft, Drafter } from "./draft.ts";

const longestRun = 4;
const callCost = 1.5;

type Step = { total: number; drafts: readonly Draft[] };

/** A part of the goal, with the tools its words point at. */
export type Part = { range: Range; tools: readonly ToolProfile[] };

/** Which tools for which runs of parts, so that the sum of values less the cost of calls is highest. Parts may stay uncovered. */
export function arrange(parts: readonly Part[], drafter: Drafter): Draft[] {
  const best: Step[] = [{ total: 0, drafts: [] }];
  const run = parts.length > 12 ? 3 : longestRun;
  for (let end = 1; end <= parts.length; end += 1) {
    let chosen: Step = best[end - 1] ?? { total: 0, drafts: [] };
    for (let start = Math.max(0, end - run); start < end; start += 1) {
      const before = best[start];
      if (before === undefined) continue;
      for (const step of extensions(parts.slice(start, end), before, drafter)) if (step.total > chosen.total + 1e-9) chosen = step;
    }
    best.push(chosen);
  }
  return [...(best[parts.length]?.drafts ?? [])];
}

/** Every call that may stand over the run, after what was arranged before it. */
function extensions(run: readonly Part[], before: Step, drafter: Drafter): Step[] {
  const [first, last] = [run[0], run.at(-1)];
  if (first === undefined || last === undefined) return [];
  const previous = before.drafts.at(-1)?.tool;
  const tools = new Set([...run.flatMap((part) => part.tools), ...(previous === undefined ? [] : [previous])]);
  return [...tools].flatMap((tool): Step[] => {
    const draft = drafter.draft(tool, { from: first.range.from, to: last.range.to });
    const twins = before.drafts.filter((other) => other.tool === tool);
    if (twins.length > 0 && !(draft.solid && twins.every((other) => other.solid))) return [];
    const again = previous === tool ? 0.25 : 0;
    return [{ total: before.total + draft.value - callCost + again, drafts: [...before.drafts, draft] }];
  });
}
