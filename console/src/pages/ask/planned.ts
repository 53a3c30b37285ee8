import type { Explanation } from "../../../../src/contracts/api/explanation.ts";
import type { ActionPlan } from "../../../../src/contracts/actions/plan.ts";
import { api } from "../../live/api.ts";
import type { Language } from "../../i18n/i18n.ts";
import type { AskRequest } from "./ask-request.ts";

/** A request and its plan. */
export type PlannedRequest = { id: string; asked: AskRequest; document: Explanation["document"] } & (
  | { kind: "plan"; explanation: Explanation }
  | { kind: "actions"; plan: ActionPlan }
);

export async function requestPlan(asked: AskRequest, language: Language): Promise<PlannedRequest> {
  const { goal, contract, planner } = asked;
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const id = crypto.randomUUID();
  if (contract === "actions") {
    const plan = await api.planActions({ body: { text: goal, zone, locale: language } });
    return { kind: "actions", id, asked, plan, document: plan };
  }
  const explanation = await api.explainPlan({ body: { goal, contract, planner, zone, locale: language } });
  return { kind: "plan", id, asked, explanation, document: explanation.document };
}
