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
export const catalogue: readonly WireShape[] = [
  row("service/plan-request", PlanRequest, { title: "Request of POST /plan", examples: [service.request] }),
  row("service/plan-response", PlanResponse01, {
    title: "Response of POST /plan, 0.1",
    examples: [service.response, service.responseWithLookup],
  }),
  row("service/plan-response-0.2", PlanResponse02, {
    title: "Response of POST /plan, 0.2",
    examples: [service.responseWithAction],
  }),
  row("service/plan-response-0.3", PlanResponse03, {
    title: "Response of POST /plan, 0.3",
    examples: [service.responseWithSafety],
  }),
  row("structured/plan", StructuredPlan, { title: "Structured plan", examples: [structured.plan] }),
  row("structured/execution-result", ExecutionResult, {
    title: "Execution result",
    examples: [[structured.row, structured.meta]],
  }),
  row("actions/plan", ActionPlan, { title: "Action plan", examples: [actions.plan, actions.query] }),
  row("actions/draft", Draft, { title: "Draft", examples: [actions.draft] }),
  row("actions/draft-decision", DraftDecision, { title: "Decision on a Draft", examples: [actions.decision] }),
  row("determinism/plan", SkillPlan, {
    title: "Skill plan",
    examples: [determinism.plan, determinism.planWithReferences],
  }),
  row("determinism/planner-input", PlannerInput, { title: "Arguments of plan()", examples: [determinism.input] }),
  row("determinism/planner-output", PlannerOutput, { title: "Output of plan()", examples: [determinism.output] }),
  row("determinism/planner-error", PlannerError, { title: "Error of plan()", examples: [determinism.error] }),
  row("determinism/registry", PlannerRegistry, { title: "Planner registry", examples: [determinism.registry] }),
  row("determinism/replay-request", ReplayRequest, { title: "Replay request", examples: [determinism.replayRequest] }),
  row("determinism/replay-report", ReplayReport, { title: "Replay report", examples: [determinism.replayReport] }),
  row("react/plan-request", PlanReactRequest, {
    title: "Request of POST /plan/react",
    examples: [react.request, react.daemonRequest],
  }),
  row("react/plan-response", PlanReactResponse, {
    title: "Response of POST /plan/react",
    examples: [react.response, react.timedOut],
  }),
  row("react/verb-call", VerbCall, { title: "Verb execution", examples: [react.verbCall] }),
  row("react/verb-answer", VerbAnswer, { title: "Answer to a verb execution", examples: [react.verbAnswer] }),
  row("react/agent-profile", AgentProfile, { title: "Agent profile", examples: [react.agentProfile] }),
  row("react/agent-list", AgentList, { title: "Answer of GET /agents", examples: [react.agentList] }),
  row("react/run-once-request", RunOnceRequest, {
    title: "Request of POST /agents/{id}/run-once",
    examples: [react.runOnce],
  }),
  row("react/agent-run-record", AgentRunRecord, { title: "Agent run record", examples: [react.runRecord] }),
  row("react/collapse-entry", CollapseEntry, { title: "Collapse entry", examples: [react.collapseEntry] }),
  row("problem", Problem, { title: "Problem details (RFC 9457)", examples: [problemExample] }),
];

function row(path: string, schema: z.ZodType, words: Pick<WireShape, "title" | "examples">): WireShape {
  return { path, schema, ...words };
}
