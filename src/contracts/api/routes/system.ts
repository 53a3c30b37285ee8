import { z } from "zod";
import { JsonObject } from "../../../plan/json.ts";
import { Health } from "../../service/plan-response.ts";
import { AuditPage } from "../audit.ts";
import { Readiness, Version } from "../system.ts";
import { DeadJobList, ReviveAnswer, ReviveRequest } from "../jobs.ts";
import { get, limit, post } from "./define.ts";

/** Routes for operators: audit log, dead jobs, health, metrics, OpenAPI. */
export const systemRoutes = {
  listAudit: get("/audit", {
    tag: "audit",
    summary: "List audit entries, newest first; credentials=unknown lists refused credentials that name no key",
    role: "api",
    scope: "admin",
    status: 200,
    answer: AuditPage,
    query: z.strictObject({
      cursor: z
        .string()
        .regex(/^\d{1,15}$/)
        .optional(),
      limit,
      credentials: z.literal("unknown").optional(),
    }),
  }),
  listDeadJobs: get("/jobs/dead", {
    tag: "jobs",
    summary: "List jobs that failed too often, latest first",
    role: "api",
    scope: "admin",
    status: 200,
    answer: DeadJobList,
  }),
  reviveJob: post("/jobs/revive", {
    tag: "jobs",
    summary: "Run a dead job again",
    role: "api",
    scope: "admin",
    body: ReviveRequest,
    status: 200,
    answer: ReviveAnswer,
  }),
  health: get("/healthz", {
    tag: "system",
    summary: "Check liveness",
    role: "api",
    scope: null,
    status: 200,
    answer: Health,
  }),
  readiness: get("/readyz", {
    tag: "system",
    summary: "Check readiness, by component",
    role: "api",
    scope: null,
    status: 200,
    answer: Readiness,
  }),
  version: get("/version", {
    tag: "system",
    summary: "Get the version",
    role: "api",
    scope: null,
    status: 200,
    answer: Version,
  }),
  metrics: get("/metrics", {
    tag: "system",
    summary: "Get metrics in the Prometheus text format",
    role: "api",
    scope: "admin",
    status: 200,
    answer: "text",
  }),
  openapi: get("/openapi.json", {
    tag: "system",
    summary: "This API as OpenAPI 3.1",
    role: "api",
    scope: null,
    status: 200,
    answer: JsonObject,
  }),
  docs: get("/docs", {
    tag: "system",
    summary: "This API for people",
    role: "api",
    scope: null,
    status: 200,
    answer: "html",
  }),
} as const;
