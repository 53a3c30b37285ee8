import { z } from "zod";
import { EscalationDecision, RunQuery } from "../../contracts/api/run.ts";
import { JsonObject } from "../../plan/json.ts";
import { draftTools } from "./draft-tools.ts";
import { type McpTool, mcpTool } from "./mcp-tool.ts";
import { PlanName } from "../../contracts/api/plans.ts";

/** MCP tools for saved plans. */
const planTools: Readonly<Record<string, McpTool>> = {
  list_plans: mcpTool("listPlans", "List saved plans", {
    description: "Lists the saved plans with their parameters.",
    input: z.strictObject({ cursor: z.string().optional(), limit: z.int().min(1).max(200).optional() }),
  }),
  get_plan: mcpTool("getPlan", "Get a saved plan", {
    description: "Shows a saved plan: its steps, parameters and version.",
    input: z.strictObject({ name: PlanName, version: z.int().positive().optional() }),
    record: "name",
  }),
  save_plan: mcpTool("putPlan", "Save a plan", {
    behavior: "asks",
    description: "Saves a plan under a name, with typed parameters that its strings refer to as {{params.name}}.",
    record: "name",
  }),
  run_plan: mcpTool("runPlan", "Run a saved plan", {
    behavior: "acts",
    description: "Runs a saved plan with these parameters. Writes wait for approval as the policy says.",
    record: "name",
  }),
  schedule_plan: mcpTool("schedulePlan", "Schedule a saved plan", {
    behavior: "asks",
    description:
      "Runs a saved plan by cron in a time zone. Its writes wait for approval, unless a person approved them in advance.",
    record: "name",
  }),
  unschedule_plan: mcpTool("unschedulePlan", "Remove a schedule", {
    behavior: "asks",
    description: "Removes the schedule of a saved plan.",
    record: "name",
  }),
};

/** MCP tools for lessons. */
const lessonTools: Readonly<Record<string, McpTool>> = {
  teach_lesson: mcpTool("teachLesson", "Teach a request", {
    behavior: "asks",
    description:
      "Teaches a request by the plan that is right for it: a rule is derived, checked and kept, so that requests of this kind are planned the same way without a model. With dry_run it only shows the rule. Call it only when the person has agreed that the plan is right.",
  }),
  list_lessons: mcpTool("listLessons", "List lessons", {
    description: "Lists or searches the lessons that were taught, newest first.",
    input: z.strictObject({
      q: z.string().min(1).max(200).optional(),
      cursor: z.string().optional(),
      limit: z.int().min(1).max(200).optional(),
    }),
  }),
  get_lesson: mcpTool("getLesson", "Get a lesson", {
    description: "Shows a lesson: its plan, its rule, and how each argument follows from the request.",
    record: "lesson_id",
  }),
  revoke_lesson: mcpTool("revokeLesson", "Revoke a lesson", {
    behavior: "ends",
    description: "Revokes a lesson. Its rule no longer plans; an earlier version can be restored.",
    record: "lesson_id",
  }),
};

const agentId = z.string().min(1).max(200);

/** MCP tools for agents: status, decisions, and a manual run within the agent's limits. */
const agentTools: Readonly<Record<string, McpTool>> = {
  list_agents: mcpTool("listAgents", "List agents", {
    description: "Lists the agents: whether each is enabled, its last run and its next run.",
  }),
  why_agent: mcpTool("listDecisions", "Why an agent ran or did not", {
    description:
      "Lists the latest decisions of an agent's triggers, each with its outcome and the reason in one sentence.",
    input: z.strictObject({ agent_id: agentId, limit: z.int().min(1).max(200).optional() }),
    record: "agent_id",
  }),
  run_agent: mcpTool("runAgentOnce", "Run an agent once", {
    behavior: "acts",
    description:
      "Runs an agent now. It calls its tools for real, within its level of autonomy. Quota and minimum interval apply unless force is true, which is recorded.",
    output: z.looseObject({ run_id: z.string(), status: z.enum(["success", "error", "timeout"]) }),
    record: "agent_id",
  }),
};

const runId = z.string().min(1).max(200);

/** The MCP tools, each backed by one route of the API. */
export const mcpTools: Readonly<Record<string, McpTool>> = {
  plan: mcpTool("plan", "Plan a request", {
    description: "Turns a message into a plan of tool, message and lookup steps. Executes nothing.",
  }),
  plan_structured: mcpTool("planStructured", "Plan strictly", {
    description: "Turns a goal into a structured plan that the strict validator accepts. Executes nothing.",
  }),
  validate_plan: mcpTool("validatePlan", "Validate a plan", {
    description:
      "Reports every violation of a plan against its contract in one pass, each with its JSON pointer and a hint.",
  }),
  start_run: mcpTool("startRun", "Run a plan", {
    behavior: "acts",
    description:
      "Runs a plan of any contract. Its tools are called for real: a write waits until a person approves it, and happens once, even after a crash. The same key never starts a second run.",
    input: z.strictObject({ plan: JsonObject, idempotency_key: z.string().min(1).max(255).optional() }),
    toCall: ({ plan, idempotency_key: key }) => ({
      body: plan,
      ...(typeof key === "string" && { idempotencyKey: key }),
    }),
  }),
  list_runs: mcpTool("listRuns", "List runs", {
    description: "Searches the runs of plans, newest first, by status, text, tool, caller and time.",
    input: RunQuery.omit({ kind: true, agent: true }).extend({
      cursor: z.string().optional(),
      limit: z.int().optional(),
    }),
    toCall: (query) => ({ query: { ...query, kind: "plan" } }),
  }),
  get_run: mcpTool("getRun", "Get a run", {
    description:
      "Returns a run with its answer in words, its plan, the result of each step, its effects and its open escalations.",
    record: "run_id",
  }),
  cancel_run: mcpTool("cancelRun", "Cancel a run", {
    behavior: "ends",
    description: "Cancels a run. Calls in flight are aborted; completed steps stay.",
    record: "run_id",
  }),
  rerun: mcpTool("rerun", "Run again from a step", {
    behavior: "acts",
    description:
      "Starts a new run that reuses the results before a step and continues from there, optionally with other arguments.",
    record: "run_id",
  }),
  replay_run: mcpTool("replay", "Replay a run", {
    behavior: "acts",
    description:
      "Runs a recorded plan again and compares. dry_run and mock_replay have no effects; full_replay calls tools.",
  }),
  list_escalations: mcpTool("listEscalations", "List escalations", {
    description: "Lists the open questions of runs to an operator, with their choices.",
  }),
  decide_escalation: mcpTool("decideEscalation", "Decide an escalation", {
    behavior: "approves",
    description: "Decides an escalation: retry, skip, edit, abort or settle. A decision counts once.",
    input: z.strictObject({ escalation_id: runId, decision: EscalationDecision }),
    toCall: ({ escalation_id: id, decision }) => ({ params: { id }, body: decision }),
  }),
  ...draftTools,
  ...agentTools,
  ...lessonTools,
  ...planTools,
  list_tools: mcpTool("listTools", "List tools", {
    description: "Lists the tools with their schemas and whether each reads or writes.",
  }),
  search_knowledge: mcpTool("searchKnowledge", "Search the knowledge base", {
    description: "Full-text search over the knowledge base, ranked, in English and Russian.",
    input: z.strictObject({ q: z.string().min(1).max(1000), limit: z.int().min(1).max(200).optional() }),
  }),
};
