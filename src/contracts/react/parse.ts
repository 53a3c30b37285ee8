import { parserOf } from "../../plan/parse.ts";
import { AgentProfile } from "./agent-profile.ts";
import { AgentRunRecord, RunOnceRequest } from "./agent-run.ts";
import { PlanReactRequest, PlanReactResponse } from "./plan-react.ts";
import { VerbAnswer, VerbCall } from "./verb.ts";

export const parsePlanReactRequest = parserOf(PlanReactRequest);
export const parsePlanReactResponse = parserOf(PlanReactResponse);
export const parseVerbCall = parserOf(VerbCall);
export const parseVerbAnswer = parserOf(VerbAnswer);
export const parseAgentProfile = parserOf(AgentProfile);
export const parseRunOnceRequest = parserOf(RunOnceRequest);
export const parseAgentRunRecord = parserOf(AgentRunRecord);
