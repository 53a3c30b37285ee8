import { z } from "zod";
import {
  StandingApprovalInput,
  StandingApprovalView,
  PlanName,
  PlanSchedule,
  PlanScheduleInput,
  RevokeApproval,
  RunSavedPlan,
  SavedPlan,
  SavedPlanDiff,
  SavedPlanInput,
  SavedPlanList,
  SavedPlanView,
} from "../plans.ts";
import { RunView } from "../run.ts";
import { cursor, limit, routesOf } from "./define.ts";

const { get, post, put, remove } = routesOf({ tag: "plans", role: "api", scope: "runs" });

const named = z.strictObject({ name: PlanName });
const version = z.coerce.number().int().positive();

/** Saved plans: named, versioned, with typed parameters. */
export const plansRoutes = {
  listPlans: get("/plans", "List the saved plans", { query: z.strictObject({ cursor, limit }), answer: SavedPlanList }),
  getPlan: get("/plans/{name}", "Get a saved plan; by default its latest version", {
    params: named,
    query: z.strictObject({ version: version.optional() }),
    answer: SavedPlanView,
  }),
  putPlan: put("/plans/{name}", "Save a plan under a name; what differs from the latest version becomes a new one", {
    params: named,
    body: SavedPlanInput,
    answer: SavedPlan,
  }),
  diffPlan: get("/plans/{name}/diff", "Compare two versions of a saved plan; the later is the latest by default", {
    params: named,
    query: z.strictObject({ from: version, to: version.optional() }),
    answer: SavedPlanDiff,
  }),
  runPlan: post("/plans/{name}/run", "Run a saved plan with parameters, optionally at a time", {
    params: named,
    body: RunSavedPlan,
    status: 202,
    answer: RunView,
  }),
  schedulePlan: put("/plans/{name}/schedule", "Run a saved plan on a schedule; replaces the schedule that it has", {
    params: named,
    body: PlanScheduleInput,
    answer: PlanSchedule,
  }),
  unschedulePlan: remove("/plans/{name}/schedule", "Remove the schedule of a saved plan; its records are kept", {
    params: named,
    answer: PlanSchedule,
  }),
  approvePlan: put(
    "/plans/{name}/approval",
    "Approve the writes of a version in advance, within bounds; replaces the approval that it has",
    { params: named, body: StandingApprovalInput, answer: StandingApprovalView },
  ),
  revokeApproval: post(
    "/plans/{name}/approval/revoke",
    "Revoke the standing approval of a saved plan; runs in progress ask from now on",
    { params: named, body: RevokeApproval.prefault({}), answer: StandingApprovalView },
  ),
} as const;
