import type { Checked } from "../../plan/checked.ts";
import { parseWith } from "../../plan/parse.ts";
import { AgentProfile } from "./agent-profile.ts";
import { AgentRunRecord, RunOnceRequest } from "./agent-run.ts";
import { PlanReactRequest, PlanReactResponse } from "./plan-react.ts";
import { VerbAnswer, VerbCall } from "./verb.ts";

export function parsePlanReactRequest(value: unknown): Checked<PlanReactRequest> {
  return parseWith(PlanReactRequest, value);
}

export function parsePlanReactResponse(value: unknown): Checked<PlanReactResponse> {
  return parseWith(PlanReactResponse, value);
}

export function parseVerbCall(value: unknown): Checked<VerbCall> {
  return parseWith(VerbCall, value);
}

export function parseVerbAnswer(value: unknown): Checked<VerbAnswer> {
  return parseWith(VerbAnswer, value);
}

export function parseAgentProfile(value: unknown): Checked<AgentProfile> {
  return parseWith(AgentProfile, value);
}

export function parseRunOnceRequest(value: unknown): Checked<RunOnceRequest> {
  return parseWith(RunOnceRequest, value);
}

export function parseAgentRunRecord(value: unknown): Checked<AgentRunRecord> {
  return parseWith(AgentRunRecord, value);
}
