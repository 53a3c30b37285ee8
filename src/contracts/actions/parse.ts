import { parserOf } from "../../plan/parse.ts";
import { Draft, DraftDecision } from "./draft.ts";
import { ActionPlan } from "./plan.ts";

export const parseActionPlan = parserOf(ActionPlan);
export const parseDraft = parserOf(Draft);
export const parseDraftDecision = parserOf(DraftDecision);
