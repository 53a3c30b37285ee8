import { draftCalls } from "./choose/calls.ts";
import type { Draft } from "./choose/draft.ts";
import { complete } from "./context/complete.ts";
import { buildArgs } from "./fill/build-args.ts";
import { infer } from "./fill/infer.ts";
import type { GoalInput, GrammarOutcome, MissingParameter, PlannedCall } from "./goal.ts";
import { misfits } from "./judge/check-args.ts";
import { ask } from "./judge/choices.ts";
import { confidenceOf, signsOf } from "./judge/confidence.ts";
import { nearestTools } from "./judge/nearest-tools.ts";
import { reasonsOf } from "./judge/reasons.ts";
import { relevanceOf, relevantFrom } from "./judge/relevance.ts";
import { readGoal } from "./read-goal.ts";
import { referencesOf } from "./refer/refer.ts";
import { toolIndexOf } from "./search/tool-index.ts";

/** Goal and toolbox to a plan, a clarification or "no suitable tool". Pure: the same input gives the same bytes. */
export function planGoal(input: GoalInput): GrammarOutcome {
  const index = toolIndexOf(input.toolbox);
  const { sheet, past, facts, offset } = readGoal(input);
  const drafts = complete(draftCalls(sheet, index), past, facts).map((draft) => infer(sheet, draft));
  const relevant = relevanceOf(sheet, drafts);
  if (relevant < relevantFrom) return { kind: "none", nearest: nearestTools(sheet, index), confidence: Math.round((1 - relevant) * 1000) / 1000, reasons: [] };
  const built = drafts.map((_, at) => buildCall(sheet, drafts, at));
  const calls = built.map(({ call }) => call);
  const missing = built.flatMap((one) => one.missing);
  const reasons = drafts.flatMap((draft, at) => reasonsOf({ sheet, offset }, draft, idOf(at)));
  const confidence = confidenceOf(signsOf(sheet, drafts));
  if (missing.length === 0) return { kind: "plan", calls, confidence, reasons };
  return { kind: "clarify", calls, missing, bad: built.flatMap((one) => one.bad), confidence, reasons };
}

function idOf(at: number): string {
  return `c${at + 1}`;
}

/** One call with its arguments, and what must be asked before it can run. */
function buildCall(sheet: Parameters<typeof referencesOf>[0], drafts: readonly Draft[], at: number): { call: PlannedCall; missing: MissingParameter[]; bad: string[] } {
  const draft = drafts[at];
  if (draft === undefined) throw new RangeError("a call beyond the drafts");
  const references = referencesOf(sheet, drafts, at);
  const { args, missing } = buildArgs(draft.fill, references);
  const wrong = missing.length > 0 ? [] : misfits(draft.tool.spec, args);
  const dependsOn = [...new Set(references.map(({ call }) => idOf(call)))].toSorted();
  return {
    call: { id: idOf(at), tool: draft.tool.spec.name, args, dependsOn },
    missing: [...missing, ...wrong].map((path) => ask(draft, path)),
    bad: [...draft.fill.chosen.values()].filter((scored) => scored.bad === true).map((scored) => String(scored.value)),
  };
}
