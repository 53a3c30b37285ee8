import { z } from "zod";
import { PlanName, PlanScheduleInput, RunSavedPlan, SavedPlanInput } from "../../contracts/api/plans.ts";
import { actionTool, type McpTool, readTool } from "./mcp-tool.ts";

/** MCP tools for saved plans. */
export const planTools: Readonly<Record<string, McpTool>> = {
  list_plans: readTool("listPlans", "List saved plans", {
    description: "Lists the saved plans with their parameters.",
    input: z.strictObject({ cursor: z.string().optional(), limit: z.int().min(1).max(200).optional() }),
    toCall: (query) => ({ query }),
  }),
  get_plan: readTool("getPlan", "Get a saved plan", {
    description: "Shows a saved plan: its steps, parameters and version.",
    input: z.strictObject({ name: PlanName, version: z.int().positive().optional() }),
    toCall: ({ name, ...query }) => ({ params: { name }, query }),
  }),
  save_plan: actionTool("putPlan", "Save a plan", {
    behavior: "asks",
    description: "Saves a plan under a name, with typed parameters that its strings refer to as {{params.name}}.",
    input: SavedPlanInput.extend({ name: PlanName }),
    toCall: ({ name, ...body }) => ({ params: { name }, body }),
  }),
  run_plan: actionTool("runPlan", "Run a saved plan", {
    behavior: "acts",
    description: "Runs a saved plan with these parameters. Writes wait for approval as the policy says.",
    input: RunSavedPlan.extend({ name: PlanName }),
    toCall: ({ name, ...body }) => ({ params: { name }, body }),
  }),
  schedule_plan: actionTool("schedulePlan", "Schedule a saved plan", {
    behavior: "asks",
    description:
      "Runs a saved plan by cron in a time zone. Its writes wait for approval, unless a person approved them in advance.",
    input: PlanScheduleInput.extend({ name: PlanName }),
    toCall: ({ name, ...body }) => ({ params: { name }, body }),
  }),
  unschedule_plan: actionTool("unschedulePlan", "Remove a schedule", {
    behavior: "asks",
    description: "Removes the schedule of a saved plan.",
    input: z.strictObject({ name: PlanName }),
    toCall: (params) => ({ params }),
  }),
};
