import { z } from "zod";
import { BudgetReport } from "../budgets.ts";
import { routesOf } from "./define.ts";

const { get } = routesOf({ tag: "budgets", role: "api", scope: "admin" });

/** Model costs. */
export const budgetsRoutes = {
  getBudgets: get("/budgets", "Get model costs: spend by day, agent and model, limits, notices", {
    query: z.strictObject({ days: z.coerce.number().int().min(1).max(366).default(30) }),
    answer: BudgetReport,
  }),
} as const;
