import { z } from "zod";
import { RunSavedPlan, PlanName, SavedPlan, SavedPlanDiff, SavedPlanInput, SavedPlanList } from "../plans.ts";
import { RunView } from "../run.ts";
import { cursor, get, limit, post, put } from "./define.ts";

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
    answer: SavedPlan,
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
} as const;
