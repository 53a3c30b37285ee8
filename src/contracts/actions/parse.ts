import type { CheckResult } from "../../plan/check-result.ts";
import { parseWith } from "../../plan/parse.ts";
import { Draft, DraftDecision } from "./draft.ts";
import { ActionPlan } from "./plan.ts";

export function parseActionPlan(value: unknown): CheckResult<ActionPlan> {
  return parseWith(ActionPlan, value);
}

export function parseDraft(value: unknown): CheckResult<Draft> {
  return parseWith(Draft, value);
}

export function parseDraftDecision(value: unknown): CheckResult<DraftDecision> {
  return parseWith(DraftDecision, value);
}
