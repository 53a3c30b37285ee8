import { matchTool } from "../choose/match.ts";
import { shortlist } from "../choose/shortlist.ts";
import type { Sheet } from "../fill/sheet.ts";
import type { NearTool } from "../goal.ts";
import { compare } from "../search/canonical-order.ts";
import type { ToolIndex } from "../search/tool-index.ts";

const most = 3;

/** The tools that came closest, for a person to choose from. */
export function nearestTools(sheet: Sheet, index: ToolIndex): NearTool[] {
  const whole = { from: 0, to: sheet.reading.tokens.length };
  return shortlist(sheet, index, [whole])
    .whole.flatMap((at) => {
      const tool = index.tools[at];
      return tool === undefined
        ? []
        : [
            {
              tool: tool.spec.name,
              score: Math.round(matchTool(sheet, index, { tool, range: whole }).score * 1000) / 1000,
            },
          ];
    })
    .toSorted((a, b) => b.score - a.score || compare(a.tool, b.tool))
    .slice(0, most);
}
