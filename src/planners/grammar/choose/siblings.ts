import type { Sheet } from "../fill/sheet.ts";
import type { ToolProfile } from "../profile/tool-profile.ts";
import type { Draft, Drafter } from "./draft.ts";

/** "temperature and humidity forecast": another tool of the same make, whose own words are said beside those of the first. */
export function siblings(
  sheet: Sheet,
  draft: Draft,
  near: { tools: readonly ToolProfile[]; drafter: Drafter },
): Draft[] {
  return near.tools.flatMap((tool): Draft[] => {
    if (tool === draft.tool || signature(tool) !== signature(draft.tool) || signature(tool) === "") return [];
    const others = tool.nameStems.filter((stem) => !draft.tool.nameStems.includes(stem));
    const own = draft.tool.nameStems.filter((stem) => !tool.nameStems.includes(stem));
    const said =
      others.length > 0 && own.length > 0 && [...others, ...own].every((stem) => saidIn(sheet, draft, stem).length > 0);
    return said && coordinated(sheet, draft, { own, others }) ? [near.drafter.draft(tool, draft.range)] : [];
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

function saidIn(sheet: Sheet, draft: Draft, stem: string): number[] {
  return (sheet.words.byStem.get(stem) ?? [])
    .filter((place) => place.strength === 1 && place.at >= draft.range.from && place.at < draft.range.to)
    .map((place) => place.at);
}

/** A conjunction stands between the two, and little else. */
function coordinated(
  sheet: Sheet,
  draft: Draft,
  words: { own: readonly string[]; others: readonly string[] },
): boolean {
  const own = words.own.flatMap((stem) => saidIn(sheet, draft, stem));
  const others = words.others.flatMap((stem) => saidIn(sheet, draft, stem));
  return own.some((a) =>
    others.some(
      (b) => Math.abs(a - b) <= 4 && (sheet.separators[Math.max(a, b)] ?? 0) > (sheet.separators[Math.min(a, b)] ?? 0),
    ),
  );
}
