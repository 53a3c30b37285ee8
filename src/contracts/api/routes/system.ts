import { z } from "zod";
import { JsonObject } from "../../../plan/json.ts";
import { Health } from "../../service/plan-response.ts";
import { AuditPage } from "../audit.ts";
import { Readiness, Version } from "../system.ts";
import { get, limit } from "./define.ts";

/** What an operator needs: the audit log, health, figures, and the API itself. */
export const systemRoutes = {
  listAudit: get("/audit", {
    tag: "audit",
    summary: "Who did what, newest first",
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
    }),
  }),
  health: get("/healthz", {
    tag: "system",
    summary: "The process lives",
    role: "api",
    scope: null,
    status: 200,
    answer: Health,
  }),
  readiness: get("/readyz", {
    tag: "system",
    summary: "What must work before traffic may come",
    role: "api",
    scope: null,
    status: 200,
    answer: Readiness,
  }),
  version: get("/version", {
    tag: "system",
    summary: "What runs here",
    role: "api",
    scope: null,
    status: 200,
    answer: Version,
  }),
  metrics: get("/metrics", {
    tag: "system",
    summary: "Figures in Prometheus' text form",
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
