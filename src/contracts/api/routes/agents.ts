import { z } from "zod";
import { AgentList, AgentRunRecord, AgentStatus, RunOnceRequest } from "../../react/agent-run.ts";
import {
  AgentDetail,
  AgentRunPage,
  AgentRunView,
  BackfillRequest,
  BackfillResult,
  CollapsePage,
  DeadLetterList,
  DecisionPage,
  EventAccepted,
  EventInput,
  NoticePage,
  NoticeView,
  ProfileFaults,
  ProfileInput,
  StateList,
  StateUpdate,
  StateView,
} from "../agents.ts";
import { cursor, id, limit, routesOf } from "./define.ts";

const { get, post, put, remove } = routesOf({ tag: "agents", role: "daemon", scope: "agents" });

const page = z.strictObject({ cursor, limit });

/** Agents that run on their own: contract 5, §2 to §4. */
export const agentsRoutes = {
  listAgents: get("/agents", "List agents with their status", { answer: AgentList }),
  listProfileFaults: get("/agents/faults", "List profile files that failed to load, and why", {
    answer: ProfileFaults,
  }),
  getAgent: get("/agents/{id}", "Get an agent: profile, next five runs, quota", { params: id, answer: AgentDetail }),
  putAgent: put("/agents/{id}", "Add or replace an agent's profile", {
    params: id,
    body: ProfileInput,
    answer: AgentDetail,
  }),
  removeAgent: remove("/agents/{id}", "Delete an agent; its records are kept", { params: id, answer: AgentStatus }),
  runAgentOnce: post("/agents/{id}/run-once", "Run an agent now, within its limits unless forced", {
    ownTime: true,
    params: id,
    body: RunOnceRequest,
    answer: AgentRunRecord,
  }),
  enableAgent: post("/agents/{id}/enable", "Enable the agent's triggers", {
    params: id,
    body: z.strictObject({}).prefault({}),
    answer: AgentStatus,
  }),
  disableAgent: post("/agents/{id}/disable", "Disable the agent's triggers, with a note why", {
    params: id,
    body: z.strictObject({ note: z.string().min(1).max(2000).optional() }).prefault({}),
    answer: AgentStatus,
  }),
  backfillAgent: post("/agents/{id}/backfill", "Fire the slots of a range in the past, at most 100", {
    params: id,
    body: BackfillRequest,
    status: 202,
    answer: BackfillResult,
  }),
  listAgentRuns: get("/agents/{id}/runs", "List the agent's runs, newest first", {
    params: id,
    query: page,
    answer: AgentRunPage,
  }),
  getAgentRun: get("/agents/{id}/runs/{run}", "Get one run of the agent", {
    params: id.extend({ run: z.string().min(1).max(200) }),
    answer: AgentRunView,
  }),
  exportAgentRuns: get("/agents/{id}/runs.jsonl", "Export every run record of the agent as JSON lines, oldest first", {
    params: id,
    answer: "lines",
  }),
  listDecisions: get(
    "/agents/{id}/decisions",
    "List trigger decisions: why the agent ran, and why it did not, newest first",
    { params: id, query: page, answer: DecisionPage },
  ),
  publishEvent: post("/events", "Publish an event: a CloudEvent, or channel, payload and id", {
    body: EventInput,
    status: 202,
    answer: EventAccepted,
  }),
  listDeadLetters: get("/events/dead", "List dead letters: bus events that could not be parsed, newest first", {
    query: z.strictObject({ limit }),
    answer: DeadLetterList,
  }),
  listState: get("/state", "List state values", { answer: StateList }),
  putState: put("/state/{path}", "Set a state value by its dotted path", {
    params: z.strictObject({
      path: z
        .string()
        .regex(/^[^.\s/]+(\.[^.\s/]+)*$/)
        .max(200),
    }),
    body: StateUpdate,
    answer: StateView,
  }),
  listNotices: get("/notices", "List notices from agents", {
    query: z.strictObject({ cursor, limit, seen: z.enum(["true", "false"]).optional() }),
    answer: NoticePage,
  }),
  seeNotice: post("/notices/{id}/seen", "Mark a notice as seen", {
    params: id,
    body: z.strictObject({}).prefault({}),
    answer: NoticeView,
  }),
  listCollapse: get("/collapse", "List collapse entries written by agents, newest first", {
    query: page,
    answer: CollapsePage,
  }),
} as const;
