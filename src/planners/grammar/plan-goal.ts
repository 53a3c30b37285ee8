import { read } from "../../language/reading.ts";
import { account } from "../account/account.ts";
import { toAccountCalls } from "../account/to-account-calls.ts";
import { buildCall, type BuiltCall, callId, withoutDeferred } from "./build-call.ts";
import { draftCalls } from "./choose/calls.ts";
import type { Draft } from "./choose/draft.ts";
import { matchTool } from "./choose/match.ts";
import { isUnaskedRemoval } from "./choose/removal.ts";
import { openSearch } from "./choose/open-search.ts";
import { shortlist } from "./choose/shortlist.ts";
import { complete } from "./context/complete.ts";
import type { Sheet } from "./fill/sheet.ts";
import { infer } from "./fill/infer.ts";
import type { GoalInput, GrammarOutcome, NearTool } from "./goal.ts";
import { confidenceOf, signsOf } from "./judge/confidence.ts";
import { type Evidence, evidenceOf } from "./judge/evidence.ts";
import { onlyReads } from "./judge/only-reads.ts";
import { reasonsOf } from "./judge/reasons.ts";
import { fitting, fittingFrom, relevance, relevantFrom } from "./judge/relevance.ts";
import { readGoal } from "./read-goal.ts";
import { supply, type WholeOutputs } from "./refer/supply.ts";
import { compare } from "./search/canonical-order.ts";
import { type ToolIndex, toolIndexOf } from "./search/tool-index.ts";
import { planVerbatim } from "./verbatim.ts";

/** Goal and toolbox to a plan, a clarification or "no suitable tool". Pure: the same input gives the same bytes. */
export function planGoal(input: GoalInput): GrammarOutcome {
  return planVerbatim(input) ?? planWords(input);
}

type Goal = ReturnType<typeof readGoal> & { input: GoalInput };

function planWords(input: GoalInput): GrammarOutcome {
  const index = toolIndexOf(input.toolbox);
  const goal = { ...readGoal(input), input };
  const { sheet, past, facts } = goal;
  const { drafts, wholes } = supply(
    sheet,
    index,
    complete(draftCalls(sheet, index), past, facts).map((draft) => infer(sheet, draft)),
  );
  const evidence = drafts.map((draft) => evidenceOf(sheet, draft));
  const best = (rate: typeof relevance): number => Math.max(0, ...evidence.map((one) => rate(one, sheet.without)));
  const relevant = best(relevance);
  const unasked = onlyReads(sheet, drafts) || drafts.some(({ tool, range }) => isUnaskedRemoval(sheet, tool, range));
  const built = unasked ? [] : build(goal, drafts, wholes);
  const asks = built.some(({ missing }) => missing.length > 0);
  const fits = asks ? relevant >= relevantFrom : best(fitting) >= fittingFrom;
  if (built.length > 0 && fits) return outcomeOf(goal, drafts, { built, evidence });
  const searches = openSearch(sheet, index);
  return searches.length > 0
    ? outcomeOf(goal, searches, {
        built: build(goal, searches, new Map()),
        evidence: searches.map((draft) => evidenceOf(sheet, draft)),
      })
    : none(sheet, index, 1 - relevant);
}

function build({ sheet, input }: Goal, drafts: readonly Draft[], wholes: WholeOutputs): BuiltCall[] {
  return withoutDeferred(
    drafts.map((draft, at) => buildCall({ sheet, drafts, wholes, surface: input.surface }, draft, at)),
  );
}

function outcomeOf(
  { sheet, offset, input }: Goal,
  drafts: readonly Draft[],
  { built, evidence }: { built: readonly BuiltCall[]; evidence: readonly Evidence[] },
): GrammarOutcome {
  const calls = built.map(({ call }) => call);
  const missing = built.flatMap((one) => one.missing);
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
  const relevant = Math.min(1, ...evidence.map((one) => relevance(one, sheet.without)));
  const signs = signsOf({ relevant, drafts, sheet }, parts);
  input.observe?.(signs);
  const confidence = confidenceOf(signs, input.without);
  if (missing.length === 0) return { kind: "plan", calls, confidence, reasons };
  return { kind: "clarify", calls, missing, bad: built.flatMap((one) => one.bad), confidence, reasons };
}

function none(sheet: Sheet, index: ToolIndex, sure: number): GrammarOutcome {
  return { kind: "none", nearest: nearestTools(sheet, index), confidence: Math.round(sure * 1000) / 1000, reasons: [] };
}

const most = 3;

/** The tools that came closest, for a person to choose from. */
function nearestTools(sheet: Sheet, index: ToolIndex): NearTool[] {
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
