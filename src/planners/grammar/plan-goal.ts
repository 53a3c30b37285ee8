import { draftCalls } from "./choose/calls.ts";
import { complete } from "./context/complete.ts";
import { buildArgs } from "./fill/build-args.ts";
import { infer } from "./fill/infer.ts";
import type { GoalInput, GrammarOutcome, PlannedCall } from "./goal.ts";
import { relevanceOf, relevantFrom } from "./judge/relevance.ts";
import { readGoal } from "./read-goal.ts";
import { referencesOf } from "./refer/refer.ts";
import { toolIndexOf } from "./search/tool-index.ts";

/** Goal and toolbox to a plan, a clarification or "no suitable tool". Pure: the same input gives the same bytes. */
export function planGoal(input: GoalInput): GrammarOutcome {
  const index = toolIndexOf(input.toolbox);
  const { sheet, past, facts } = readGoal(input);
  const drafts = complete(draftCalls(sheet, index), past, facts).map((draft) => infer(sheet, draft));
  const relevant = relevanceOf(sheet, drafts);
  if (relevant < relevantFrom) return { kind: "none", nearest: [], confidence: 0, reasons: [] };
  const built = drafts.map((draft, i) => {
    const references = referencesOf(sheet, drafts, i);
    const { args, missing } = buildArgs(draft.fill, references);
    const dependsOn = [...new Set(references.map(({ call }) => `c${call + 1}`))].toSorted();
    const call: PlannedCall = { id: `c${i + 1}`, tool: draft.tool.spec.name, args, dependsOn };
    return { call, missing };
  });
  const calls = built.map(({ call }) => call);
  const missing = built.flatMap(({ call, missing }) => missing.map((path) => ({ tool: call.tool, param: path.join("."), choices: [], why: "absent" as const })));
  const bad = drafts.flatMap((draft) => [...draft.fill.chosen.values()].filter((scored) => scored.bad === true).map((scored) => String(scored.value)));
  if (missing.length > 0) return { kind: "clarify", calls, bad, confidence: 0.5, reasons: [], missing };
  return { kind: "plan", calls, confidence: 0.5, reasons: [] };
}
