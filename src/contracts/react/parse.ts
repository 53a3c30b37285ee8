import type { CheckResult } from "../../plan/check-result.ts";
import { parseWith } from "../../plan/parse.ts";
import { AgentProfile } from "./agent-profile.ts";
import { AgentRunRecord, RunOnceRequest } from "./agent-run.ts";
import { PlanReactRequest, PlanReactResponse } from "./plan-react.ts";
import { VerbAnswer, VerbCall } from "./verb.ts";

export function parsePlanReactRequest(value: unknown): CheckResult<PlanReactRequest> {
  return parseWith(PlanReactRequest, value);
}

export function parsePlanReactResponse(value: unknown): CheckResult<PlanReactResponse> {
  return parseWith(PlanReactResponse, value);
}

export function parseVerbCall(value: unknown): CheckResult<VerbCall> {
  return parseWith(VerbCall, value);
}

export function parseVerbAnswer(value: unknown): CheckResult<VerbAnswer> {
  return parseWith(VerbAnswer, value);
}

export function parseAgentProfile(value: unknown): CheckResult<AgentProfile> {
  return parseWith(AgentProfile, value);
}

export function parseRunOnceRequest(value: unknown): CheckResult<RunOnceRequest> {
  return parseWith(RunOnceRequest, value);
}

export function parseAgentRunRecord(value: unknown): CheckResult<AgentRunRecord> {
  return parseWith(AgentRunRecord, value);
}
