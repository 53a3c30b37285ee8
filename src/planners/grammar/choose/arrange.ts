import type { ParamProfile } from "../profile/param-profile.ts";
import type { ToolProfile } from "../profile/tool-profile.ts";
import { listsOf } from "../refer/list-outputs.ts";
import { outputsOf } from "../refer/outputs.ts";
import type { Segment } from "../segment/clauses.ts";
import type { Draft, Drafter } from "./draft.ts";

const longestRun = 4;
const callCost = 1.5;

type Step = { total: number; drafts: readonly Draft[] };

/** A part of the goal, with the tools its words point at. */
export type Part = { range: Segment; tools: readonly ToolProfile[] };

/** Which tools for which runs of parts, so that the sum of values less the cost of calls is highest. Parts may stay uncovered. */
export function arrange(parts: readonly Part[], drafter: Drafter): Draft[] {
  const best: Step[] = [{ total: 0, drafts: [] }];
  const strong = parts.filter((part) => !part.range.weak).length;
  const run = strong > 12 ? 3 : longestRun;
  for (let end = 1; end <= parts.length; end += 1) {
    let chosen: Step = skipped(best[end - 1], parts[end - 1]);
    let held = 0;
    for (let start = end - 1; start >= Math.max(0, end - 10) && held < run; start -= 1) {
      const before = best[start];
      if (parts[start]?.range.weak !== true) held += 1;
      if (before === undefined) continue;
      for (const step of extensions(parts.slice(start, end), before, drafter))
        if (step.total > chosen.total + 1e-9) chosen = step;
    }
    best.push(chosen);
  }
  return [...(best[parts.length]?.drafts ?? [])];
}

/** Leaves the part uncovered. The rest of a coordination is not torn off the call before it. */
function skipped(before: Step | undefined, part: Part | undefined): Step {
  if (before === undefined || part === undefined) return { total: 0, drafts: [] };
  const torn = part.range.weak && before.drafts.at(-1)?.range.to === part.range.from;
  return torn ? { total: before.total - 5, drafts: before.drafts } : before;
}

/** Built like the call right before it: the same tool, two or more values for the same parameters, all of them good. */
function alike(previous: Draft | undefined, draft: Draft): boolean {
  if (previous !== undefined && previous.tool !== draft.tool)
    return draft.solid && draft.match.name > 0.75 && previous.range.to === draft.range.from;
  if (previous?.tool !== draft.tool || !previous.solid || !draft.solid || previous.range.to !== draft.range.from)
    return false;
  const literal = [...draft.fill.chosen].filter(([, scored]) => scored.kind !== "flag");
  return literal.length > 1 && literal.every(([i, scored]) => previous.fill.chosen.has(i) && scored.score > 0.9);
}

/** Share of the required parameters that have no value here and can have one from an earlier call, by name. */
function borrowable(draft: Draft, earlier: readonly Draft[]): number {
  const required = [...draft.fill.offers.params.entries()].filter(([, param]) => param.required);
  const gaps = required.filter(
    ([i, param]) =>
      !draft.fill.chosen.has(i) && earlier.some((other) => other.tool !== draft.tool && gives(other, param)),
  );
  return required.length === 0 ? 0 : gaps.length / required.length;
}

function gives(earlier: Draft, param: ParamProfile): boolean {
  const name = param.nameStems.join(" ");
  if (outputsOf(earlier.tool.spec).some((field) => field.nameStems.join(" ") === name)) return true;
  if (listsOf(earlier.tool.spec).some((list) => list.fields.some((field) => field.stems.join(" ") === name)))
    return true;
  return (
    param.hints.identifier &&
    earlier.fill.offers.params.some((other, i) => earlier.fill.chosen.has(i) && other.nameStems.join(" ") === name)
  );
}

/** Every call that may stand over the run, after what was arranged before it. */
function extensions(run: readonly Part[], before: Step, drafter: Drafter): Step[] {
  const [first, last] = [run[0], run.at(-1)];
  if (first === undefined || last === undefined) return [];
  const previous = before.drafts.at(-1)?.tool;
  const tools = new Set([...run.flatMap((part) => part.tools), ...(previous === undefined ? [] : [previous])]);
  const twin = previous === undefined ? undefined : before.drafts.at(-1);
  const range = { from: first.range.from, to: last.range.to };
  const varied = twin !== undefined && first.range.again ? drafter.vary(twin, range) : undefined;
  const variations =
    varied === undefined ? [] : [{ total: before.total + varied.value - callCost, drafts: [...before.drafts, varied] }];
  const fresh = [...tools].flatMap((tool): Step[] => {
    const draft = drafter.draft(tool, range);
    if (first.range.weak && !alike(before.drafts.at(-1), draft)) return [];
    const twins = before.drafts.filter((other) => other.tool === tool);
    if (twins.length > 0 && !(draft.solid && twins.every((other) => other.solid))) return [];
    const again = previous !== tool ? 0 : first.range.asks || draft.match.name >= 0.4 ? 0.25 : -0.6;
    const torn = run.some((part) => part.range.guard) && run.some((part) => !part.range.guard) ? 1 : 0;
    const borrowed = 0.8 * borrowable(draft, before.drafts);
    return [
      { total: before.total + draft.value - callCost + again + borrowed - torn, drafts: [...before.drafts, draft] },
    ];
  });
  return [...fresh, ...variations];
}
