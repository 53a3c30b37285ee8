import { timestampOf } from "../contracts/timestamp.ts";
import type { ActionPlan, Language } from "../contracts/actions/plan.ts";
import type { DraftDeps } from "./draft-deps.ts";
import type { DraftResult, RequestText } from "./drafts.ts";
import type { SettledInput } from "./gate/needs.ts";
import { details } from "./texts/details.ts";
import { refuse } from "./texts/refuse.ts";

type PlanTextRequest = { tenant: string; words: RequestText; settled: SettledInput; signal: AbortSignal };

/** Plans the text with the picks and answers given so far. */
export async function planText(
  { planner, clock, rules, log }: DraftDeps,
  { tenant, words, settled, signal }: PlanTextRequest,
): Promise<DraftResult<ActionPlan>> {
  const locale: Language = words.locale ?? "en";
  if (planner === undefined) return refuse("CONFIG_MISSING", { locale, detail: details.noPlanner[locale]() });
  const { picks = [], answers = {} } = settled;
  const request = { ...words, now: timestampOf(clock.now()), zone: words.zone ?? rules.zone, tenant, picks, answers };
  try {
    const plan = await planner.plan(request, { signal });
    const { voice } = words;
    // Whether the request was spoken is a fact of the request, not of the planner: the gate relies on it.
    return { ok: true, value: voice === undefined ? plan : { ...plan, inputs: { ...plan.inputs, voice } } };
  } catch (error) {
    log.error("action planner failed", { event: "drafts.planner_failed", planner: planner.id, error: String(error) });
    return refuse("INTERNAL", { locale });
  }
}
