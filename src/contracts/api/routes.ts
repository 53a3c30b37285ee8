import { z } from "zod";
import { JsonObject } from "../../plan/json.ts";
import { PlannerInput, PlannerOutput } from "../determinism/planner.ts";
import { ReplayReport, ReplayRequest } from "../determinism/replay.ts";
import { VerbAnswer, VerbCall } from "../react/verb.ts";
import { PlanRequest } from "../service/plan-request.ts";
import { Health, PlanResponse01, PlanResponse02, PlanResponse03 } from "../service/plan-response.ts";
import { StructuredPlan } from "../structured/plan.ts";
import { AuditPage } from "./audit.ts";
import { KnowledgeAddition, KnowledgeDocument, KnowledgeHits, KnowledgeList } from "./knowledge.ts";
import { PlannerList, StructuredRequest, ValidateAnswer, ValidateRequest } from "./planning.ts";
import { defineRoute, type Route } from "./route.ts";
import {
  CancelRequest,
  Escalation,
  EscalationDecision,
  EscalationPage,
  RerunRequest,
  RunDetail,
  RunPage,
  RunState,
  RunView,
} from "./run.ts";
import { Readiness, Version } from "./system.ts";
import { ToolList, ToolView } from "./tool.ts";

const id = z.strictObject({ id: z.string().min(1).max(200) });
const limit = z.coerce.number().int().min(1).max(200).default(50);

/** The API. Paths that a contract names are that contract's own. */
export const routes = {
  plan: post("/plan", {
    tag: "planning",
    summary: "Turn a message into a plan (contract 1)",
    role: "planner",
    scope: "plan",
    pure: true,
    body: PlanRequest,
    status: 200,
    answer: z.union([PlanResponse01, PlanResponse02, PlanResponse03]),
  }),
  planStructured: post("/plan/structured", {
    tag: "planning",
    summary: "Turn a goal into a strict plan (contract 2)",
    role: "planner",
    scope: "plan",
    pure: true,
    body: StructuredRequest,
    status: 200,
    answer: StructuredPlan,
  }),
  validatePlan: post("/plan/validate", {
    tag: "planning",
    summary: "Everything wrong with a plan, in one pass",
    role: "planner",
    scope: "plan",
    pure: true,
    body: ValidateRequest,
    status: 200,
    answer: ValidateAnswer,
  }),
  listPlanners: get("/planners", {
    tag: "planning",
    summary: "The planners, their determinism and cost (contract 4)",
    role: "planner",
    scope: "plan",
    status: 200,
    answer: PlannerList,
  }),
  planWith: post("/planners/{id}/plan", {
    tag: "planning",
    summary: "Ask one planner (contract 4)",
    role: "planner",
    scope: "plan",
    pure: true,
    params: id,
    body: PlannerInput,
    status: 200,
    answer: PlannerOutput,
  }),
  replay: post("/replay", {
    tag: "runs",
    summary: "Run a recorded plan again and compare (contract 4)",
    role: "api",
    scope: "runs",
    body: ReplayRequest,
    status: 200,
    answer: ReplayReport,
  }),
  executeVerb: post("/verbs/execute", {
    tag: "tools",
    summary: "Execute a verb (contract 5, cortex-orch)",
    role: "router",
    scope: "tools",
    body: VerbCall,
    status: 200,
    answer: VerbAnswer,
  }),
  startRun: post("/runs", {
    tag: "runs",
    summary: "Carry out a plan of any contract",
    role: "api",
    scope: "runs",
    body: JsonObject,
    status: 202,
    answer: RunView,
  }),
  listRuns: get("/runs", {
    tag: "runs",
    summary: "The runs, newest first",
    role: "api",
    scope: "runs",
    status: 200,
    answer: RunPage,
    query: z.strictObject({ status: RunState.optional(), cursor: z.string().min(1).max(200).optional(), limit }),
  }),
  getRun: get("/runs/{id}", {
    tag: "runs",
    summary: "A run with its plan, results, effects and questions",
    role: "api",
    scope: "runs",
    params: id,
    status: 200,
    answer: RunDetail,
  }),
  cancelRun: post("/runs/{id}/cancel", {
    tag: "runs",
    summary: "Stop a run; what is under way is told to stop",
    role: "api",
    scope: "runs",
    params: id,
    body: CancelRequest,
    status: 202,
    answer: RunView,
  }),
  signalRun: post("/runs/{id}/signal", {
    tag: "runs",
    summary: "Decide what a waiting run asks",
    role: "api",
    scope: "runs",
    params: id,
    status: 200,
    answer: Escalation,
    body: z.strictObject({ escalation_id: z.string().min(1), decision: EscalationDecision }),
  }),
  rerun: post("/runs/{id}/rerun", {
    tag: "runs",
    summary: "A new run from a step of this one, with other arguments",
    role: "api",
    scope: "runs",
    params: id,
    body: RerunRequest,
    status: 202,
    answer: RunView,
  }),
  runEvents: get("/runs/{id}/events", {
    tag: "runs",
    summary: "The run's journal as it is written, as server-sent events",
    role: "api",
    scope: "runs",
    params: id,
    status: 200,
    answer: "events",
  }),
  listEscalations: get("/escalations", {
    tag: "runs",
    summary: "What waits for a person",
    role: "api",
    scope: "runs",
    status: 200,
    answer: EscalationPage,
  }),
  decideEscalation: post("/escalations/{id}/decide", {
    tag: "runs",
    summary: "Retry, skip, edit, abort or settle",
    role: "api",
    scope: "runs",
    params: id,
    body: EscalationDecision,
    status: 200,
    answer: Escalation,
  }),
  listTools: get("/tools", {
    tag: "tools",
    summary: "The toolbox of the caller's tenant",
    role: "router",
    scope: "tools",
    status: 200,
    answer: ToolList,
  }),
  getTool: get("/tools/{id}", {
    tag: "tools",
    summary: "One tool with its schemas",
    role: "router",
    scope: "tools",
    params: id,
    status: 200,
    answer: ToolView,
  }),
  listKnowledge: get("/kb", {
    tag: "knowledge",
    summary: "The documents of the knowledge base",
    role: "api",
    scope: "kb",
    status: 200,
    answer: KnowledgeList,
  }),
  addKnowledge: post("/kb", {
    tag: "knowledge",
    summary: "Add a document",
    role: "api",
    scope: "kb",
    body: KnowledgeAddition,
    status: 201,
    answer: KnowledgeDocument,
  }),
  searchKnowledge: get("/kb/search", {
    tag: "knowledge",
    summary: "Full-text search, ranked, with snippets",
    role: "api",
    scope: "kb",
    status: 200,
    answer: KnowledgeHits,
    query: z.strictObject({ q: z.string().min(1).max(1000), limit }),
  }),
  removeKnowledge: remove("/kb/{source}", {
    tag: "knowledge",
    summary: "Remove a document",
    role: "api",
    scope: "kb",
    params: z.strictObject({ source: z.string().min(1).max(1000) }),
    status: 200,
    answer: KnowledgeDocument,
  }),
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

export type Routes = typeof routes;
export type RouteName = keyof Routes;

type Row = Omit<Route, "method" | "path">;

function get<const P extends string, const R extends Row>(path: P, row: R) {
  return defineRoute({ method: "GET", path, ...row });
}

function post<const P extends string, const R extends Row>(path: P, row: R) {
  return defineRoute({ method: "POST", path, ...row });
}

function remove<const P extends string, const R extends Row>(path: P, row: R) {
  return defineRoute({ method: "DELETE", path, ...row });
}
