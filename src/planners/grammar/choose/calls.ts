import type { Range } from "../fill/assign.ts";
import { buildArgs } from "../fill/build-args.ts";
import { type Sheet, strengthOf } from "../fill/sheet.ts";
import type { ToolProfile } from "../profile/tool-profile.ts";
import type { ToolIndex } from "../search/tool-index.ts";
import { type Segment, segmentsOf } from "../../../language/clauses/segments.ts";
import { absorb } from "./absorb.ts";
import { arrange } from "./arrange.ts";
import { carry } from "./carry.ts";
import { distributeAlike } from "./distribute-alike.ts";
import { createDrafter, type Draft, type Drafter } from "./draft.ts";
import { matchTool } from "./match.ts";
import { shortlist } from "./shortlist.ts";

/** The calls the goal asks for, before anything is judged. */
export function draftCalls(sheet: Sheet, index: ToolIndex): Draft[] {
  const whole: Range = { from: 0, to: sheet.reading.tokens.length };
  const segments = segmentsOf(sheet.reading);
  const near = shortlist(sheet, index, segments);
  const ranked = near.whole
    .flatMap((at) => index.tools[at] ?? [])
    .map((tool) => ({ tool, score: matchTool(sheet, index, { tool, range: whole }).score }))
    .toSorted((a, b) => b.score - a.score)
    .map(({ tool }) => tool);
  if (ranked.length === 0) return [];
  const drafter = createDrafter(sheet, index);
  const parts = segments.map((range, i) => ({
    range,
    tools: (near.parts[i] ?? []).flatMap((at) => index.tools[at] ?? []),
  }));
  const several = segments.length > 1 ? absorb(sheet, arrange(parts, drafter), drafter) : [];
  const first = several.length > 1 ? several : single(ranked, drafter, whole);
  const tools = [...new Set([...ranked, ...parts.flatMap((part) => part.tools)])];
  const arranged = widen(first, uncoveredBy(segments, first), drafter);
  return distinct(
    carry(
      sheet,
      distributeAlike(
        sheet,
        arranged.flatMap((draft) => [draft, ...siblings(sheet, draft, { tools, drafter })]),
      ),
      uncoveredBy(segments, arranged),
    ),
  );
}

function uncoveredBy(segments: readonly Segment[], drafts: readonly Draft[]): Range[] {
  return segments.filter(
    (segment) =>
      !segment.guard && !drafts.some((draft) => draft.range.from < segment.to && segment.from < draft.range.to),
  );
}

/** The best single call over the whole goal. */
function single(tools: readonly ToolProfile[], drafter: Drafter, whole: Range): Draft[] {
  let best: Draft | undefined;
  for (const tool of tools.slice(0, 5)) {
    const draft = drafter.draft(tool, whole);
    if (best === undefined || draft.value > best.value) best = draft;
  }
  return best === undefined ? [] : [best];
}

/** Two calls with the same tool and the same values are one. */
function distinct(drafts: readonly Draft[]): Draft[] {
  const seen = new Set<string>();
  return drafts.filter((draft) => {
    const key = `${draft.tool.spec.name}\0${JSON.stringify(buildArgs(draft.fill).args)}`;
    return seen.size < seen.add(key).size;
  });
}

/** "temperature and humidity forecast": another tool of the same make, whose own words are said beside those of the first. */
function siblings(sheet: Sheet, draft: Draft, near: { tools: readonly ToolProfile[]; drafter: Drafter }): Draft[] {
  return near.tools.flatMap((tool): Draft[] => {
    if (tool === draft.tool || signature(tool) !== signature(draft.tool) || signature(tool) === "") return [];
    const others = tool.nameStems.filter((stem) => !draft.tool.nameStems.includes(stem));
    const own = draft.tool.nameStems.filter((stem) => !tool.nameStems.includes(stem));
    const said =
      others.length > 0 &&
      own.length > 0 &&
      [...others, ...own].every((stem) => strengthOf(sheet, stem, draft.range) === 1);
    return said ? [near.drafter.draft(tool, draft.range)] : [];
  });
}

/** Names of the required parameters. */
function signature(tool: ToolProfile): string {
  return tool
    .params()
    .filter((param) => param.required)
    .map((param) => param.path.join("."))
    .toSorted()
    .join(" ");
}

/** Lets each call also read the uncovered parts behind it, and the first one those before it. */
function widen(drafts: readonly Draft[], uncovered: readonly Range[], drafter: Drafter): Draft[] {
  return drafts.map((draft, at) => {
    const next = drafts[at + 1];
    const until = next?.range.from ?? Number.POSITIVE_INFINITY;
    const behind = uncovered.filter((range) => range.from >= draft.range.to && range.to <= until);
    const to = Math.max(draft.range.to, ...behind.map((range) => range.to));
    return to === draft.range.to ? draft : drafter.draft(draft.tool, { from: draft.range.from, to });
  });
}
