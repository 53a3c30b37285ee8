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

/** A document somebody sends or stores. The path names its JSON Schema file. */
export type WireShape = { path: string; title: string; schema: z.ZodType; examples: readonly unknown[] };

const service = serviceExamples;
const structured = structuredExamples;
const actions = actionsExamples;
const determinism = determinismExamples;
const react = reactExamples;

/** Every document of the contracts. JSON Schemas, their tests and the documentation are made from these rows. */
export const catalogue: readonly WireShape[] = [
  row("service/plan-request", "Request of POST /plan", PlanRequest, [service.request]),
  row("service/plan-response", "Response of POST /plan, 0.1", PlanResponse01, [
    service.response,
    service.responseWithLookup,
  ]),
  row("service/plan-response-0.2", "Response of POST /plan, 0.2", PlanResponse02, [service.responseWithAction]),
  row("service/plan-response-0.3", "Response of POST /plan, 0.3", PlanResponse03, [service.responseWithSafety]),
  row("structured/plan", "Structured plan", StructuredPlan, [structured.plan]),
  row("structured/execution-result", "Execution result", ExecutionResult, [[structured.row, structured.meta]]),
  row("actions/plan", "Action plan", ActionPlan, [actions.plan, actions.query]),
  row("actions/draft", "Draft", Draft, [actions.draft]),
  row("actions/draft-decision", "Decision on a Draft", DraftDecision, [actions.decision]),
  row("determinism/plan", "Skill plan", SkillPlan, [determinism.plan, determinism.planWithReferences]),
  row("determinism/planner-input", "Arguments of plan()", PlannerInput, [determinism.input]),
  row("determinism/planner-output", "Output of plan()", PlannerOutput, [determinism.output]),
  row("determinism/planner-error", "Error of plan()", PlannerError, [determinism.error]),
  row("determinism/registry", "Planner registry", PlannerRegistry, [determinism.registry]),
  row("determinism/replay-request", "Replay request", ReplayRequest, [determinism.replayRequest]),
  row("determinism/replay-report", "Replay report", ReplayReport, [determinism.replayReport]),
  row("react/plan-request", "Request of POST /plan/react", PlanReactRequest, [react.request, react.daemonRequest]),
  row("react/plan-response", "Response of POST /plan/react", PlanReactResponse, [react.response, react.timedOut]),
  row("react/verb-call", "Verb execution", VerbCall, [react.verbCall]),
  row("react/verb-answer", "Answer to a verb execution", VerbAnswer, [react.verbAnswer]),
  row("react/agent-profile", "Agent profile", AgentProfile, [react.agentProfile]),
  row("react/agent-list", "Answer of GET /agents", AgentList, [react.agentList]),
  row("react/run-once-request", "Request of POST /agents/{id}/run-once", RunOnceRequest, [react.runOnce]),
  row("react/agent-run-record", "Agent run record", AgentRunRecord, [react.runRecord]),
  row("react/collapse-entry", "Collapse entry", CollapseEntry, [react.collapseEntry]),
  row("problem", "Problem details (RFC 9457)", Problem, [problemExample]),
];

// oxlint-disable-next-line max-params -- a row of a table reads best on one line
function row(path: string, title: string, schema: z.ZodType, examples: readonly unknown[]): WireShape {
  return { path, title, schema, examples };
}
