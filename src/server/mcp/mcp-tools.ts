import { z } from "zod";
import { CancelRequest, EscalationDecision, RerunRequest, RunState } from "../../contracts/api/run.ts";
import { StructuredRequest, ValidateRequest } from "../../contracts/api/planning.ts";
import { ReplayRequest } from "../../contracts/determinism/replay.ts";
import { PlanRequest } from "../../contracts/service/plan-request.ts";
import { JsonObject } from "../../plan/json.ts";
import { agentTools } from "./agent-tools.ts";
import { draftTools } from "./draft-tools.ts";
import { acting, type McpTool, reading } from "./mcp-tool.ts";

const runId = z.string().min(1).max(200);

/** What an MCP client is offered: our own verbs, each one row of the API. */
export const mcpTools: Readonly<Record<string, McpTool>> = {
  plan: reading("plan", "Plan a request", {
    description: "Turn a message into a plan of tool, message and lookup steps. Nothing is carried out.",
    input: PlanRequest,
    toCall: (body) => ({ body }),
  }),
  plan_structured: reading("planStructured", "Plan strictly", {
    description: "Turn a goal into a structured plan that the strict validator accepts. Nothing is carried out.",
    input: StructuredRequest,
    toCall: (body) => ({ body }),
  }),
  validate_plan: reading("validatePlan", "Validate a plan", {
    description: "Every violation of a plan against its contract, in one pass, each with its place and a hint.",
    input: ValidateRequest,
    toCall: (body) => ({ body }),
  }),
  start_run: acting("startRun", "Carry out a plan", {
    manner: "acts",
    description:
      "Carry out a plan of any contract. Its tools are called for real, once each, even over a crash. The same key never starts a second run.",
    input: z.strictObject({ plan: JsonObject, idempotency_key: z.string().min(1).max(255).optional() }),
    toCall: ({ plan, idempotency_key: key }) => ({
      body: plan,
      ...(typeof key === "string" && { idempotencyKey: key }),
    }),
  }),
  list_runs: reading("listRuns", "List runs", {
    description: "The runs, newest first.",
    input: z.strictObject({ status: RunState.optional(), cursor: z.string().optional(), limit: z.int().optional() }),
    toCall: (query) => ({ query }),
  }),
  get_run: reading("getRun", "Look at a run", {
    description: "A run with its plan, what each step came to, what it wrote and what it asks a person.",
    input: z.strictObject({ run_id: runId }),
    toCall: ({ run_id: id }) => ({ params: { id } }),
  }),
  cancel_run: acting("cancelRun", "Cancel a run", {
    manner: "ends",
    description: "Stop a run. What is under way is told to stop; what is done stays done.",
    input: CancelRequest.extend({ run_id: runId }),
    toCall: ({ run_id: id, ...body }) => ({ params: { id }, body }),
  }),
  rerun: acting("rerun", "Run again from a step", {
    manner: "acts",
    description: "A new run that takes over what came before a step and goes on from there, with other arguments.",
    input: RerunRequest.extend({ run_id: runId }),
    toCall: ({ run_id: id, ...body }) => ({ params: { id }, body }),
  }),
  replay_run: acting("replay", "Replay a run", {
    manner: "acts",
    description:
      "Run a recorded plan again and compare. dry_run and mock_replay touch nothing; full_replay calls tools.",
    input: ReplayRequest,
    toCall: (body) => ({ body }),
  }),
  list_escalations: reading("listEscalations", "What waits for a person", {
    description: "Every open question of a run to an operator, with its choices.",
    input: z.strictObject({}),
    toCall: () => ({}),
  }),
  decide_escalation: acting("decideEscalation", "Decide an escalation", {
    manner: "acts",
    description: "Retry, skip, edit, abort or settle what a run asks. A decision counts once.",
    input: z.strictObject({ escalation_id: runId, decision: EscalationDecision }),
    toCall: ({ escalation_id: id, decision }) => ({ params: { id }, body: decision }),
  }),
  ...draftTools,
  ...agentTools,
  list_tools: reading("listTools", "List tools", {
    description: "The toolbox: names, schemas and what each tool does to the outside world.",
    input: z.strictObject({}),
    toCall: () => ({}),
  }),
  search_knowledge: reading("searchKnowledge", "Search the knowledge base", {
    description: "Full-text search over the documents that were added, ranked, in English and Russian.",
    input: z.strictObject({ q: z.string().min(1).max(1000), limit: z.int().min(1).max(200).optional() }),
    toCall: (query) => ({ query }),
  }),
};
