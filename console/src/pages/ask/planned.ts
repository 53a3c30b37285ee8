import type { ActionPlan } from "../../../../src/contracts/actions/plan.ts";
import type { Explanation } from "../../../../src/contracts/api/explanation.ts";
import type { Language } from "../../i18n/i18n.ts";
import { api } from "../../live/api.ts";
import { isFields } from "../../plan/shown-step.ts";
import type { AskRequest, PlanRequest } from "./ask-request.ts";

/** A request and its plan. */
export type PlannedRequest = { id: string; request: PlanRequest; document: Explanation["document"] } & (
  | { kind: "plan"; explanation: Explanation }
  | { kind: "actions"; plan: ActionPlan }
);

export async function requestPlan(request: AskRequest, language: Language): Promise<PlannedRequest> {
  const { goal, planner } = request;
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const id = crypto.randomUUID();
  if (request.contract === "actions" || request.contract === "auto") {
    const plan = await api.planActions({ body: { text: goal, zone, locale: language } });
    if (request.contract === "actions" || isAboutRecords(plan))
      return { kind: "actions", id, request: { ...request, contract: "actions" }, plan, document: plan };
  }
  const contract = request.contract === "auto" ? "service" : request.contract;
  const explanation = await api.explainPlan({ body: { goal, contract, planner, zone, locale: language } });
  return { kind: "plan", id, request: { ...request, contract }, explanation, document: explanation.document };
}

/** Action plans name the records that they found; the planner service only plans how to find them. */
function isAboutRecords({ domain, entities }: ActionPlan): boolean {
  return domain !== "unknown" || entities.length > 0;
}

export type TextRange = { from: number; to: number };

/** Parts of the request that the plan does not carry. */
export function unaccountedIn(planned: PlannedRequest): TextRange[] {
  const source: unknown = planned.kind === "plan" ? planned.explanation : planned.plan;
  const ranges = isFields(source) ? source["unaccounted"] : undefined;
  if (!Array.isArray(ranges)) return [];
  return ranges.flatMap((range: unknown) => {
    if (!isFields(range)) return [];
    const { from, to } = range;
    return typeof from === "number" && typeof to === "number" ? [{ from, to }] : [];
  });
}
