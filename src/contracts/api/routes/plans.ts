import { z } from "zod";
import {
  KeepApproval,
  KeptApprovalView,
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
import { cursor, get, limit, post, put, remove } from "./define.ts";

const own = { tag: "plans", role: "api", scope: "runs" } as const;
const named = z.strictObject({ name: PlanName });
const version = z.coerce.number().int().positive();

/** Saved plans: named, versioned, with typed parameters. */
export const plansRoutes = {
  listPlans: get("/plans", {
    ...own,
    summary: "List the saved plans",
    query: z.strictObject({ cursor, limit }),
    status: 200,
    answer: SavedPlanList,
  }),
  getPlan: get("/plans/{name}", {
    ...own,
    summary: "Get a saved plan; by default its latest version",
    params: named,
    query: z.strictObject({ version: version.optional() }),
    status: 200,
    answer: SavedPlanView,
  }),
  putPlan: put("/plans/{name}", {
    ...own,
    summary: "Save a plan under a name; what differs from the latest version becomes a new one",
    params: named,
    body: SavedPlanInput,
    status: 200,
    answer: SavedPlan,
  }),
  diffPlan: get("/plans/{name}/diff", {
    ...own,
    summary: "Compare two versions of a saved plan; the later is the latest by default",
    params: named,
    query: z.strictObject({ from: version, to: version.optional() }),
    status: 200,
    answer: SavedPlanDiff,
  }),
  runPlan: post("/plans/{name}/run", {
    ...own,
    summary: "Run a saved plan with parameters, optionally at a time",
    params: named,
    body: RunSavedPlan,
    status: 202,
    answer: RunView,
  }),
  schedulePlan: put("/plans/{name}/schedule", {
    ...own,
    summary: "Run a saved plan on a schedule; replaces the schedule that it has",
    params: named,
    body: PlanScheduleInput,
    status: 200,
    answer: PlanSchedule,
  }),
  unschedulePlan: remove("/plans/{name}/schedule", {
    ...own,
    summary: "Remove the schedule of a saved plan; its records are kept",
    params: named,
    status: 200,
    answer: PlanSchedule,
  }),
  keepApproval: put("/plans/{name}/approval", {
    ...own,
    summary: "Approve the writes of a version in advance, within bounds; replaces the approval that it has",
    params: named,
    body: KeepApproval,
    status: 200,
    answer: KeptApprovalView,
  }),
  revokeApproval: post("/plans/{name}/approval/revoke", {
    ...own,
    summary: "Revoke the kept approval of a saved plan; runs under way ask from now on",
    params: named,
    body: RevokeApproval.prefault({}),
    status: 200,
    answer: KeptApprovalView,
  }),
} as const;
