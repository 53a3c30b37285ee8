import { parserOf } from "../../plan/parse.ts";
import { SkillPlan } from "./plan.ts";
import { PlannerError, PlannerInput, PlannerOutput } from "./planner.ts";
import { PlannerRegistry } from "./registry.ts";
import { ReplayRequest } from "./replay.ts";

export const parseSkillPlan = parserOf(SkillPlan);
export const parsePlannerInput = parserOf(PlannerInput);
export const parsePlannerOutput = parserOf(PlannerOutput);
export const parsePlannerError = parserOf(PlannerError);
export const parsePlannerRegistry = parserOf(PlannerRegistry);
export const parseReplayRequest = parserOf(ReplayRequest);
