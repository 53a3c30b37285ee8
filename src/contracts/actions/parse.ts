import type { Checked } from "../../plan/checked.ts";
import { parseWith } from "../../plan/parse.ts";
import { Draft, DraftDecision } from "./draft.ts";
import { ActionPlan } from "./plan.ts";

export function parseActionPlan(value: unknown): Checked<ActionPlan> {
  return parseWith(ActionPlan, value);
}

export function parseDraft(value: unknown): Checked<Draft> {
  return parseWith(Draft, value);
}

export function parseDraftDecision(value: unknown): Checked<DraftDecision> {
  return parseWith(DraftDecision, value);
}
