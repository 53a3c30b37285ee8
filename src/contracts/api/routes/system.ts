import { z } from "zod";
import { JsonObject } from "../../../plan/json.ts";
import { Health } from "../../service/plan-response.ts";
import { AuditPage } from "../audit.ts";
import { Readiness, Version } from "../system.ts";
import { DeadJobList, ReviveAnswer, ReviveRequest } from "../jobs.ts";
import { limit, routesOf } from "./define.ts";

const { get, post } = routesOf({ tag: "system", role: "api", scope: "admin" });

/** Routes for operators: audit log, dead jobs, health, metrics, OpenAPI. */
export const systemRoutes = {
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
