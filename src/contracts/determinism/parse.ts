import type { CheckResult } from "../../plan/check-result.ts";
import { parseWith } from "../../plan/parse.ts";
import { SkillPlan } from "./plan.ts";
import { PlannerError, PlannerInput, PlannerOutput } from "./planner.ts";
import { PlannerRegistry } from "./registry.ts";
import { ReplayRequest } from "./replay.ts";

export function parseSkillPlan(value: unknown): CheckResult<SkillPlan> {
  return parseWith(SkillPlan, value);
}

export function parsePlannerInput(value: unknown): CheckResult<PlannerInput> {
  return parseWith(PlannerInput, value);
}

export function parsePlannerOutput(value: unknown): CheckResult<PlannerOutput> {
  return parseWith(PlannerOutput, value);
}

export function parsePlannerError(value: unknown): CheckResult<PlannerError> {
  return parseWith(PlannerError, value);
}

export function parsePlannerRegistry(value: unknown): CheckResult<PlannerRegistry> {
  return parseWith(PlannerRegistry, value);
}

export function parseReplayRequest(value: unknown): CheckResult<ReplayRequest> {
  return parseWith(ReplayRequest, value);
}
