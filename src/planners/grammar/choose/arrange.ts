import type { ParamProfile } from "../profile/param-profile.ts";
import type { ToolProfile } from "../profile/tool-profile.ts";
import { outputsOf } from "../refer/outputs.ts";
import type { Segment } from "../../../language/clauses/segments.ts";
import type { Draft, Drafter } from "./draft.ts";

const longestRun = 4;
const callCost = 1.7;
/** A call seldom reaches over the items of an enumeration. */
const itemCost = 0.6;

type Step = { total: number; drafts: readonly Draft[] };

/** A part of the goal, with the tools its words point at. */
type Part = { range: Segment; tools: readonly ToolProfile[] };

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

/**
 * Built like the call right before it: the same tool, two or more good values for the same parameters. What only the
 * later part says ("solar for 12 months and wind for 8 months in Ohio") stands behind them and is meant for both.
 */
function alike(previous: Draft | undefined, draft: Draft): boolean {
  if (previous === undefined || !draft.solid || previous.range.to !== draft.range.from) return false;
  if (previous.tool !== draft.tool) return draft.match.things > 0.75;
  const literal = [...draft.fill.chosen].filter(([, scored]) => scored.kind !== "flag");
  const common = literal.filter(([i]) => previous.fill.chosen.has(i));
  const last = Math.max(...common.map(([, scored]) => scored.start));
  // "the mean of 4 and 8 and the mean of 15 and 16"
  const enough = common.length > 1 || (common.length === 1 && draft.match.things > 0.75);
  return enough && literal.every(([i, scored]) => previous.fill.chosen.has(i) || scored.start > last);
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
  return (
    param.hints.identifier &&
    earlier.fill.offers.params.some((other, i) => earlier.fill.chosen.has(i) && other.nameStems.join(" ") === name)
  );
}

/** The call before once more with a change: where the run asks for the same again, or says only what is different. */
function variation(run: readonly Part[], twin: Draft, drafter: Drafter): Draft | undefined {
  const [first, last] = [run[0], run.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  const short = !first.range.weak && run.every((part) => part.range.elliptic);
  if (!first.range.again && !short) return undefined;
  const range = { from: first.range.from, to: last.range.to };
  const varied = drafter.vary(twin, range);
  if (first.range.again) return varied;
  return drafter.draft(twin.tool, range).solid || (varied?.replaced ?? 0) === 0 ? undefined : varied;
}

/** Every call that may stand over the run, after what was arranged before it. */
function extensions(run: readonly Part[], before: Step, drafter: Drafter): Step[] {
  const [first, last] = [run[0], run.at(-1)];
  if (first === undefined || last === undefined) return [];
  // What only goes on with a sentence does not reach into the next one.
  if (first.range.weak && first.range.sentence !== last.range.sentence) return [];
  const previous = before.drafts.at(-1)?.tool;
  const tools = new Set([...run.flatMap((part) => part.tools), ...(previous === undefined ? [] : [previous])]);
  const twin = previous === undefined ? undefined : before.drafts.at(-1);
  const range = { from: first.range.from, to: last.range.to };
  const varied = twin === undefined ? undefined : variation(run, twin, drafter);
  const variations =
    varied === undefined ? [] : [{ total: before.total + varied.value - callCost, drafts: [...before.drafts, varied] }];
  const fresh = [...tools].flatMap((tool): Step[] => {
    const draft = drafter.draft(tool, range);
    if (first.range.weak && !alike(before.drafts.at(-1), draft)) return [];
    const twins = before.drafts.filter((other) => other.tool === tool);
    if (twins.length > 0 && !(draft.solid && twins.every((other) => other.solid))) return [];
    const again = repetition(twins.at(-1), draft, { part: first.range, adjacent: previous === tool });
    const torn = run.some((part) => part.range.guard) && run.some((part) => !part.range.guard) ? 1 : 0;
    const crossed = itemCost * (last.range.item - first.range.item);
    const borrowed = 0.8 * borrowable(draft, before.drafts);
    return [
      {
        total: before.total + draft.value - callCost + again + borrowed - torn - crossed,
        drafts: [...before.drafts, draft],
      },
    ];
  });
  return [...fresh, ...variations];
}

/** Where the second of two calls of one tool stands: no other call is between them where it is adjacent. */
type SegmentPosition = { part: Segment; adjacent: boolean };

/**
 * What speaks for calling a tool once more: values that differ, and the tool named again or words that ask for one more.
 * Without them the part tells more about the call that is there.
 */
function repetition(twin: Draft | undefined, draft: Draft, { part, adjacent }: SegmentPosition): number {
  if (twin === undefined) return 0;
  const named = draft.match.name >= 0.4;
  const asked = adjacent ? part.asks : part.more;
  if (!differs(twin, draft) || !(named || asked)) return -0.6;
  if (!adjacent) return 0;
  return part.elliptic || part.weak ? 0.45 : 0.25;
}

/** A parameter has a good value in both, and not the same. */
function differs(twin: Draft, draft: Draft): boolean {
  return [...draft.fill.chosen].some(([i, scored]) => {
    const other = twin.fill.chosen.get(i);
    const good = other !== undefined && scored.kind !== "flag" && scored.score >= 0.8 && other.score >= 0.8;
    return good && JSON.stringify(scored.value) !== JSON.stringify(other.value);
  });
}
