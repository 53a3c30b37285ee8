import { z } from "zod";
import { JsonObject } from "../../../plan/json.ts";
import { ReplayReport, ReplayRequest } from "../../determinism/replay.ts";
import {
  AssignRequest,
  CancelRequest,
  Escalation,
  EscalationDecision,
  EscalationPage,
  PlanPreview,
  RerunRequest,
  RunDiff,
  RunDetail,
  RunEnvelope,
  RunPage,
  RunQuery,
  RunView,
  SessionStepEvents,
  StepInputs,
} from "../run.ts";
import { cursor, id, limit, routesOf } from "./define.ts";

const { get, post } = routesOf({ tag: "runs", role: "api", scope: "runs" });

/** Runs and escalations. */
export const runsRoutes = {
  replay: post("/replay", "Run a recorded plan again and compare (contract 4)", {
    body: ReplayRequest,
    answer: ReplayReport,
  }),
  startRun: post(
    "/runs",
    "Run a plan of any contract, optionally with the request it answers, run_at and priority; repeat=true writes again under the same scopes",
    {
      query: z.strictObject({ repeat: z.enum(["true", "false"]).optional() }),
      body: z.union([RunEnvelope, JsonObject]),
      status: 202,
      answer: RunView,
    },
  ),
  previewRun: post(
    "/runs/preview",
    "Show what a plan would do, with the values before and after; reads are made, writes are not",
    { pure: true, body: z.union([RunEnvelope, JsonObject]), answer: PlanPreview },
  ),
  listRuns: get("/runs", "Search the runs, newest first by default, with counts by status", {
    query: RunQuery.extend({ cursor, limit }),
    answer: RunPage,
  }),
  getRun: get("/runs/{id}", "Get a run with its plan, results, effects and escalations", {
    params: id,
    answer: RunDetail,
  }),
  stepInputs: get("/runs/{id}/steps/{step}/inputs", "Get the arguments a step was called with", {
    params: z.strictObject({ ...id.shape, step: z.string().min(1).max(200) }),
    answer: StepInputs,
  }),
  diffRuns: get("/runs/{id}/diff/{other}", "Compare another run with this one", {
    params: z.strictObject({ ...id.shape, other: id.shape.id }),
    answer: RunDiff,
  }),
  cancelRun: post("/runs/{id}/cancel", "Cancel a run; calls in progress are asked to stop", {
    params: id,
    body: CancelRequest,
    status: 202,
    answer: RunView,
  }),
  signalRun: post("/runs/{id}/signal", "Decide an approval of a waiting run", {
    params: id,
    body: z.strictObject({ escalation_id: z.string().min(1), decision: EscalationDecision }),
    answer: Escalation,
  }),
  rerun: post("/runs/{id}/rerun", "Start a new run from a step of this one, with changed arguments", {
    params: id,
    body: RerunRequest,
    status: 202,
    answer: RunView,
  }),
  runEvents: get("/runs/{id}/events", "Stream the run's journal as server-sent events", {
    params: id,
    answer: "events",
  }),
  sessionStepEvents: get(
    "/planner/sessions/{session}/steps/{step}/events",
    "Replay the events of a step over the runs of a session (contract 1)",
    {
      params: z.strictObject({ session: z.string().regex(/^-?\d{1,16}$/), step: z.string().min(1).max(200) }),
      query: z.strictObject({ after: cursor, limit }),
      answer: SessionStepEvents,
    },
  ),
  listEscalations: get("/escalations", "List open escalations", {
    query: z.strictObject({ assignee: z.string().min(1).max(200).optional() }),
    answer: EscalationPage,
  }),
  decideEscalation: post("/escalations/{id}/decide", "Decide an escalation: retry, skip, edit, abort or settle", {
    params: id,
    body: EscalationDecision,
    answer: Escalation,
  }),
  assignEscalation: post("/escalations/{id}/assign", "Ask another person to decide an escalation", {
    params: id,
    body: AssignRequest,
    answer: Escalation,
  }),
} as const;
