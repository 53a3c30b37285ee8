import { z } from "zod";
import { JsonObject } from "../../../plan/json.ts";
import { Health } from "../../service/plan-response.ts";
import { AuditPage } from "../audit.ts";
import { BudgetReport } from "../budgets.ts";
import { Readiness, Version } from "../system.ts";
import { DeadJobList, ReviveAnswer, ReviveRequest } from "../jobs.ts";
import { limit, routesOf } from "./define.ts";

const { get, post } = routesOf({ tag: "system", role: "api", scope: "admin" });

/** Routes for operators: model costs, change feed, audit log, dead jobs, health, metrics, OpenAPI. */
export const systemRoutes = {
  getBudgets: get("/budgets", "Get model costs: spend by day, agent and model, limits, notices", {
    tag: "budgets",
    query: z.strictObject({ days: z.coerce.number().int().min(1).max(366).default(30) }),
    answer: BudgetReport,
  }),
  /** The change feed for pages that show lists, instead of polling. */
  watchChanges: get(
    "/changes",
    "Stream changes, made by any process on the same store, as server-sent events: kinds and ids that the caller's scopes allow",
    {
      scope: "runs",
      query: z.strictObject({
        follow: z.enum(["true", "false"]).default("true").describe("false: ends after the missed changes"),
      }),
      answer: "events",
    },
  ),
  listAudit: get(
    "/audit",
    "List audit entries, newest first; credentials=unknown lists refused credentials that name no key",
    {
      tag: "audit",
      query: z.strictObject({
        cursor: z
          .string()
          .regex(/^\d{1,15}$/)
          .optional(),
        limit,
        credentials: z.literal("unknown").optional(),
      }),
      answer: AuditPage,
    },
  ),
  listDeadJobs: get("/jobs/dead", "List jobs that failed too often, latest first", {
    tag: "jobs",
    answer: DeadJobList,
  }),
  reviveJob: post("/jobs/revive", "Run a dead job again", {
    tag: "jobs",
    body: ReviveRequest,
    answer: ReviveAnswer,
  }),
  health: get("/healthz", "Check liveness", { scope: null, answer: Health }),
  readiness: get("/readyz", "Check readiness, by component", { scope: null, answer: Readiness }),
  version: get("/version", "Get the version", { scope: null, answer: Version }),
  metrics: get("/metrics", "Get metrics in the Prometheus text format", { answer: "text" }),
  openapi: get("/openapi.json", "This API as OpenAPI 3.1", { scope: null, answer: JsonObject }),
  docs: get("/docs", "This API for people", { scope: null, answer: "html" }),
} as const;
