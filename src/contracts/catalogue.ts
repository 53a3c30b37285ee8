import type { z } from "zod";
import { Draft, DraftDecision } from "./actions/draft.ts";
import { actionsExamples } from "./actions/examples.ts";
import { ActionPlan } from "./actions/plan.ts";
import { determinismExamples } from "./determinism/examples.ts";
import { SkillPlan } from "./determinism/plan.ts";
import { PlannerError, PlannerInput, PlannerOutput } from "./determinism/planner.ts";
import { PlannerRegistry } from "./determinism/registry.ts";
import { ReplayReport, ReplayRequest } from "./determinism/replay.ts";
import { Problem, problemExample } from "./problem.ts";
import { AgentProfile } from "./react/agent-profile.ts";
import { AgentList, AgentRunRecord, CollapseEntry, RunOnceRequest } from "./react/agent-run.ts";
import { reactExamples } from "./react/examples.ts";
import { PlanReactRequest, PlanReactResponse } from "./react/plan-react.ts";
import { VerbAnswer, VerbCall } from "./react/verb.ts";
import { serviceExamples } from "./service/examples.ts";
import { PlanRequest } from "./service/plan-request.ts";
import { PlanResponse01, PlanResponse02, PlanResponse03 } from "./service/plan-response.ts";
import { structuredExamples } from "./structured/examples.ts";
import { StructuredPlan } from "./structured/plan.ts";
import { ExecutionResult } from "./structured/results.ts";

/** A document that is sent or stored. The path names its JSON Schema file. */
export type WireShape = { path: string; title: string; schema: z.ZodType; examples: readonly unknown[] };

const service = serviceExamples;
const structured = structuredExamples;
const actions = actionsExamples;
const determinism = determinismExamples;
const react = reactExamples;

/** Every document of the contracts. JSON Schemas, their tests and the documentation are generated from this list. */
export const catalogue: readonly WireShape[] = rows([
  ["service/plan-request", "Request of POST /plan", PlanRequest, [service.request]],
  [
    "service/plan-response",
    "Response of POST /plan, 0.1",
    PlanResponse01,
    [service.response, service.responseWithLookup],
  ],
  ["service/plan-response-0.2", "Response of POST /plan, 0.2", PlanResponse02, [service.responseWithAction]],
  ["service/plan-response-0.3", "Response of POST /plan, 0.3", PlanResponse03, [service.responseWithSafety]],
  ["structured/plan", "Structured plan", StructuredPlan, [structured.plan]],
  ["structured/execution-result", "Execution result", ExecutionResult, [[structured.row, structured.meta]]],
  ["actions/plan", "Action plan", ActionPlan, [actions.plan, actions.query]],
  ["actions/draft", "Draft", Draft, [actions.draft]],
  ["actions/draft-decision", "Decision on a Draft", DraftDecision, [actions.decision]],
  ["determinism/plan", "Skill plan", SkillPlan, [determinism.plan, determinism.planWithReferences]],
  ["determinism/planner-input", "Arguments of plan()", PlannerInput, [determinism.input]],
  ["determinism/planner-output", "Output of plan()", PlannerOutput, [determinism.output]],
  ["determinism/planner-error", "Error of plan()", PlannerError, [determinism.error]],
  ["determinism/registry", "Planner registry", PlannerRegistry, [determinism.registry]],
  ["determinism/replay-request", "Replay request", ReplayRequest, [determinism.replayRequest]],
  ["determinism/replay-report", "Replay report", ReplayReport, [determinism.replayReport]],
  ["react/plan-request", "Request of POST /plan/react", PlanReactRequest, [react.request, react.daemonRequest]],
  ["react/plan-response", "Response of POST /plan/react", PlanReactResponse, [react.response, react.timedOut]],
  ["react/verb-call", "Verb execution", VerbCall, [react.verbCall]],
  ["react/verb-answer", "Answer to a verb execution", VerbAnswer, [react.verbAnswer]],
  ["react/agent-profile", "Agent profile", AgentProfile, [react.agentProfile]],
  ["react/agent-list", "Answer of GET /agents", AgentList, [react.agentList]],
  ["react/run-once-request", "Request of POST /agents/{id}/run-once", RunOnceRequest, [react.runOnce]],
  ["react/agent-run-record", "Agent run record", AgentRunRecord, [react.runRecord]],
  ["react/collapse-entry", "Collapse entry", CollapseEntry, [react.collapseEntry]],
  ["problem", "Problem details (RFC 9457)", Problem, [problemExample]],
]);

type ShapeRow = readonly [path: string, title: string, schema: z.ZodType, examples: readonly unknown[]];

function rows(shapes: readonly ShapeRow[]): WireShape[] {
  return shapes.map(([path, title, schema, examples]) => ({ path, title, schema, examples }));
}
