import { z } from "zod";
import { CancelRequest, EscalationDecision, RerunRequest, RunQuery } from "../../contracts/api/run.ts";
import { StructuredRequest, ValidateRequest } from "../../contracts/api/planning.ts";
import { ReplayRequest } from "../../contracts/determinism/replay.ts";
import { PlanRequest } from "../../contracts/service/plan-request.ts";
import { JsonObject } from "../../plan/json.ts";
import { agentTools } from "./agent-tools.ts";
import { draftTools } from "./draft-tools.ts";
import { planTools } from "./plan-tools.ts";
import { lessonTools } from "./lesson-tools.ts";
import { actionTool, type McpTool, readTool } from "./mcp-tool.ts";

const runId = z.string().min(1).max(200);

/** The MCP tools, each backed by one route of the API. */
export const mcpTools: Readonly<Record<string, McpTool>> = {
  plan: readTool("plan", "Plan a request", {
    description: "Turns a message into a plan of tool, message and lookup steps. Executes nothing.",
    input: PlanRequest,
    toCall: (body) => ({ body }),
  }),
  plan_structured: readTool("planStructured", "Plan strictly", {
    description: "Turns a goal into a structured plan that the strict validator accepts. Executes nothing.",
    input: StructuredRequest,
    toCall: (body) => ({ body }),
  }),
  validate_plan: readTool("validatePlan", "Validate a plan", {
    description:
      "Reports every violation of a plan against its contract in one pass, each with its JSON pointer and a hint.",
    input: ValidateRequest,
    toCall: (body) => ({ body }),
  }),
  start_run: actionTool("startRun", "Run a plan", {
    behavior: "acts",
    description:
      "Runs a plan of any contract. Its tools are called for real: a write waits until a person approves it, and happens once, even after a crash. The same key never starts a second run.",
    input: z.strictObject({ plan: JsonObject, idempotency_key: z.string().min(1).max(255).optional() }),
    toCall: ({ plan, idempotency_key: key }) => ({
      body: plan,
      ...(typeof key === "string" && { idempotencyKey: key }),
    }),
  }),
  list_runs: readTool("listRuns", "List runs", {
    description: "Searches the runs of plans, newest first, by status, text, tool, caller and time.",
    input: RunQuery.omit({ kind: true, agent: true }).extend({
      cursor: z.string().optional(),
      limit: z.int().optional(),
    }),
    toCall: (query) => ({ query: { ...query, kind: "plan" } }),
  }),
  get_run: readTool("getRun", "Get a run", {
    description:
      "Returns a run with its answer in words, its plan, the result of each step, its effects and its open escalations.",
    input: z.strictObject({ run_id: runId }),
    toCall: ({ run_id: id }) => ({ params: { id } }),
  }),
  cancel_run: actionTool("cancelRun", "Cancel a run", {
    behavior: "ends",
    description: "Cancels a run. Calls in flight are aborted; completed steps stay.",
    input: CancelRequest.extend({ run_id: runId }),
    toCall: ({ run_id: id, ...body }) => ({ params: { id }, body }),
  }),
  rerun: actionTool("rerun", "Run again from a step", {
    behavior: "acts",
    description:
      "Starts a new run that reuses the results before a step and continues from there, optionally with other arguments.",
    input: RerunRequest.extend({ run_id: runId }),
    toCall: ({ run_id: id, ...body }) => ({ params: { id }, body }),
  }),
  replay_run: actionTool("replay", "Replay a run", {
    behavior: "acts",
    description:
      "Runs a recorded plan again and compares. dry_run and mock_replay have no effects; full_replay calls tools.",
    input: ReplayRequest,
    toCall: (body) => ({ body }),
  }),
  list_escalations: readTool("listEscalations", "List escalations", {
    description: "Lists the open questions of runs to an operator, with their choices.",
    input: z.strictObject({}),
    toCall: () => ({}),
  }),
  decide_escalation: actionTool("decideEscalation", "Decide an escalation", {
    behavior: "approves",
    description: "Decides an escalation: retry, skip, edit, abort or settle. A decision counts once.",
    input: z.strictObject({ escalation_id: runId, decision: EscalationDecision }),
    toCall: ({ escalation_id: id, decision }) => ({ params: { id }, body: decision }),
  }),
  ...draftTools,
  ...agentTools,
  ...lessonTools,
  ...planTools,
  list_tools: readTool("listTools", "List tools", {
    description: "Lists the tools with their schemas and whether each reads or writes.",
    input: z.strictObject({}),
    toCall: () => ({}),
  }),
  search_knowledge: readTool("searchKnowledge", "Search the knowledge base", {
    description: "Full-text search over the knowledge base, ranked, in English and Russian.",
    input: z.strictObject({ q: z.string().min(1).max(1000), limit: z.int().min(1).max(200).optional() }),
    toCall: (query) => ({ query }),
  }),
};
