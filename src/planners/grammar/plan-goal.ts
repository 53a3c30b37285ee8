import { readText } from "../../language/reading.ts";
import { matchTool } from "./choose/match.ts";
import { shortlist } from "./choose/shortlist.ts";
import { assign, type Fill } from "./fill/assign.ts";
import { buildArgs } from "./fill/build-args.ts";
import { createOffers } from "./fill/offers.ts";
import { createSheet } from "./fill/sheet.ts";
import type { GoalInput, GrammarOutcome } from "./goal.ts";
import { readGoalWords } from "./search/goal-words.ts";
import { toolIndexOf } from "./search/tool-index.ts";

/** Goal and toolbox to a plan, a clarification or "no suitable tool". Pure: the same input gives the same bytes. */
export function planGoal(input: GoalInput): GrammarOutcome {
  const index = toolIndexOf(input.toolbox);
  const reading = readText(unquoted(input.goal), { now: input.now, zone: input.zone });
  const sheet = createSheet(reading, readGoalWords(reading, new Map()));
  const range = { from: 0, to: reading.tokens.length };
  const near = shortlist(sheet, index);
  const ranked = near
    .flatMap((at) => {
      const tool = index.tools[at];
      return tool === undefined ? [] : [{ tool, match: matchTool(sheet, index, { tool, range }) }];
    })
    .toSorted((a, b) => b.match.score - a.match.score);
  let best: { fill: Fill; value: number } | undefined;
  for (const { tool, match } of ranked.slice(0, 4)) {
    const fill = assign(createOffers(sheet, tool), range);
    const required = fill.offers.params.filter((param) => param.required).length;
    const covered = fill.offers.params.filter((param, i) => param.required && fill.chosen.has(i)).length;
    const value = match.score + (required === 0 ? 0.5 : covered / required);
    if (best === undefined || value > best.value) best = { fill, value };
  }
  if (best === undefined) return { kind: "none", nearest: [], confidence: 0, reasons: [] };
  const { args, missing } = buildArgs(best.fill);
  const call = { id: "c0", tool: best.fill.offers.tool.spec.name, args, dependsOn: [] };
  if (missing.length > 0)
    return { kind: "clarify", calls: [call], bad: [], confidence: 0.5, reasons: [], missing: missing.map((param) => ({ tool: call.tool, param: param.path.join("."), choices: [], why: "absent" })) };
  return { kind: "plan", calls: [call], confidence: 0.5, reasons: [] };
}

/** A goal wholly in quotes is the goal. */
function unquoted(goal: string): string {
  const trimmed = goal.trim();
  return /^".*"$/s.test(trimmed) && trimmed.indexOf('"', 1) === trimmed.length - 1 ? ` ${trimmed.slice(1, -1)} ` : goal;
}
