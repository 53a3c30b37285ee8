import { z } from "zod";
import { BudgetReport } from "../budgets.ts";
import { get } from "./define.ts";

/** Model costs. */
export const budgetsRoutes = {
  getBudgets: get("/budgets", {
    tag: "budgets",
    summary: "Get model costs: spend by day, agent and model, limits, notices",
    role: "api",
    scope: "admin",
    query: z.strictObject({ days: z.coerce.number().int().min(1).max(366).default(30) }),
    status: 200,
    answer: BudgetReport,
  }),
} as const;
