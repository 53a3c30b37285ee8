import { readText } from "../../language/reading.ts";
import { draftCalls } from "./choose/calls.ts";
import { buildArgs } from "./fill/build-args.ts";
import { createSheet } from "./fill/sheet.ts";
import type { GoalInput, GrammarOutcome, PlannedCall } from "./goal.ts";
import { referencesOf } from "./refer/refer.ts";
import { readGoalWords } from "./search/goal-words.ts";
import { toolIndexOf } from "./search/tool-index.ts";

/** Goal and toolbox to a plan, a clarification or "no suitable tool". Pure: the same input gives the same bytes. */
export function planGoal(input: GoalInput): GrammarOutcome {
  const index = toolIndexOf(input.toolbox);
  const reading = readText(unquoted(input.goal), { now: input.now, zone: input.zone });
  const sheet = createSheet(reading, readGoalWords(reading, new Map()));
  const drafts = draftCalls(sheet, index);
  if (drafts.length === 0) return { kind: "none", nearest: [], confidence: 0, reasons: [] };
  const built = drafts.map((draft, i) => {
    const references = referencesOf(sheet, drafts, i);
    const { args, missing } = buildArgs(draft.fill, references);
    const dependsOn = [...new Set(references.map(({ call }) => `c${call + 1}`))].toSorted();
    const call: PlannedCall = { id: `c${i + 1}`, tool: draft.tool.spec.name, args, dependsOn };
    return { call, missing };
  });
  const calls = built.map(({ call }) => call);
  const missing = built.flatMap(({ call, missing }) => missing.map((param) => ({ tool: call.tool, param: param.path.join("."), choices: [], why: "absent" as const })));
  if (missing.length > 0) return { kind: "clarify", calls, bad: [], confidence: 0.5, reasons: [], missing };
  return { kind: "plan", calls, confidence: 0.5, reasons: [] };
}

/** A goal wholly in quotes is the goal. */
function unquoted(goal: string): string {
  const trimmed = goal.trim();
  return /^".*"$/s.test(trimmed) && trimmed.indexOf('"', 1) === trimmed.length - 1 ? ` ${trimmed.slice(1, -1)} ` : goal;
}
