import { read } from "../../language/reading.ts";
import { account } from "../account/account.ts";
import { toAccountCalls } from "../account/to-account-calls.ts";
import { buildCall, callId, withoutDeferred } from "./build-call.ts";
import { draftCalls } from "./choose/calls.ts";
import { complete } from "./context/complete.ts";
import type { Sheet } from "./fill/sheet.ts";
import { infer } from "./fill/infer.ts";
import type { GoalInput, GrammarOutcome } from "./goal.ts";
import { confidenceOf, signsOf } from "./judge/confidence.ts";
import { nearestTools } from "./judge/nearest-tools.ts";
import { onlyReads } from "./judge/only-reads.ts";
import { reasonsOf } from "./judge/reasons.ts";
import { fittingFrom, fittingOf, relevanceOf, relevantFrom } from "./judge/relevance.ts";
import { readGoal } from "./read-goal.ts";
import { supply } from "./refer/supply.ts";
import { type ToolIndex, toolIndexOf } from "./search/tool-index.ts";
import { planVerbatim } from "./verbatim.ts";

/** Goal and toolbox to a plan, a clarification or "no suitable tool". Pure: the same input gives the same bytes. */
export function planGoal(input: GoalInput): GrammarOutcome {
  return planVerbatim(input) ?? planWords(input);
}

function planWords(input: GoalInput): GrammarOutcome {
  const index = toolIndexOf(input.toolbox);
  const { sheet, past, facts, offset } = readGoal(input);
  const { drafts, wholes } = supply(
    sheet,
    index,
    complete(draftCalls(sheet, index), past, facts).map((draft) => infer(sheet, draft)),
  );
  const relevant = relevanceOf(sheet, drafts);
  if (drafts.length === 0 || onlyReads(sheet, drafts)) return none(sheet, index, 1 - relevant);
  const built = withoutDeferred(
    drafts.map((draft, at) => buildCall({ sheet, drafts, wholes, surface: input.surface }, draft, at)),
  );
  const calls = built.map(({ call }) => call);
  const missing = built.flatMap((one) => one.missing);
  const fits = missing.length > 0 ? relevant >= relevantFrom : fittingOf(sheet, drafts) >= fittingFrom;
  if (!fits) return none(sheet, index, 1 - relevant);
  const kept = new Set(calls.map(({ id }) => id));
  const reasons = drafts.flatMap((draft, at) =>
    kept.has(callId(at)) ? reasonsOf({ sheet, offset }, draft, callId(at)) : [],
  );
  const { parts } = account(read(input.goal, { now: input.now, zone: input.zone }), {
    calls: toAccountCalls(calls, { toolbox: drafts.map(({ tool }) => tool.spec) }),
    provenance: reasons.map(({ call, from, to, param }) => ({
      call,
      from,
      to,
      as: param === undefined ? "tool" : "argument",
    })),
  });
  const confidence = confidenceOf(signsOf(sheet, drafts, parts), input.without);
  if (missing.length === 0) return { kind: "plan", calls, confidence, reasons };
  return { kind: "clarify", calls, missing, bad: built.flatMap((one) => one.bad), confidence, reasons };
}

function none(sheet: Sheet, index: ToolIndex, sure: number): GrammarOutcome {
  return { kind: "none", nearest: nearestTools(sheet, index), confidence: Math.round(sure * 1000) / 1000, reasons: [] };
}
