import type { Checked } from "../../plan/checked.ts";
import { parseWith } from "../../plan/parse.ts";
import { SkillPlan } from "./plan.ts";
import { PlannerError, PlannerInput, PlannerOutput } from "./planner.ts";
import { PlannerRegistry } from "./registry.ts";
import { ReplayRequest } from "./replay.ts";

export function parseSkillPlan(value: unknown): Checked<SkillPlan> {
  return parseWith(SkillPlan, value);
}

export function parsePlannerInput(value: unknown): Checked<PlannerInput> {
  return parseWith(PlannerInput, value);
}

export function parsePlannerOutput(value: unknown): Checked<PlannerOutput> {
  return parseWith(PlannerOutput, value);
}

export function parsePlannerError(value: unknown): Checked<PlannerError> {
  return parseWith(PlannerError, value);
}

export function parsePlannerRegistry(value: unknown): Checked<PlannerRegistry> {
  return parseWith(PlannerRegistry, value);
}

export function parseReplayRequest(value: unknown): Checked<ReplayRequest> {
  return parseWith(ReplayRequest, value);
}
