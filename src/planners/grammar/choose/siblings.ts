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
    const said = others.length > 0 && own.length > 0 && [...others, ...own].every((stem) => isSaid(sheet, draft, stem));
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

function isSaid(sheet: Sheet, draft: Draft, stem: string): boolean {
  return (sheet.words.byStem.get(stem) ?? []).some(
    ({ at, strength }) => strength === 1 && at >= draft.range.from && at < draft.range.to,
  );
}
