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
import { cursor, get, id, limit, post, put, remove } from "./define.ts";

const page = z.strictObject({ cursor, limit });
const own = { tag: "agents", role: "daemon", scope: "agents" } as const;

/** Agents that run on their own: contract 5, §2 to §4. */
export const agentsRoutes = {
  listAgents: get("/agents", { ...own, summary: "List agents with their status", status: 200, answer: AgentList }),
  listProfileFaults: get("/agents/faults", {
    ...own,
    summary: "List profile files that failed to load, and why",
    status: 200,
    answer: ProfileFaults,
  }),
  getAgent: get("/agents/{id}", {
    ...own,
    summary: "Get an agent: profile, next five runs, quota",
    params: id,
    status: 200,
    answer: AgentDetail,
  }),
  putAgent: put("/agents/{id}", {
    ...own,
    summary: "Add or replace an agent's profile",
    params: id,
    body: ProfileInput,
    status: 200,
    answer: AgentDetail,
  }),
  removeAgent: remove("/agents/{id}", {
    ...own,
    summary: "Delete an agent; its records are kept",
    params: id,
    status: 200,
    answer: AgentStatus,
  }),
  runAgentOnce: post("/agents/{id}/run-once", {
    ...own,
    summary: "Run an agent now, within its limits unless forced",
    ownTime: true,
    params: id,
    body: RunOnceRequest,
    status: 200,
    answer: AgentRunRecord,
  }),
  enableAgent: post("/agents/{id}/enable", {
    ...own,
    summary: "Enable the agent's triggers",
    params: id,
    body: z.strictObject({}).prefault({}),
    status: 200,
    answer: AgentStatus,
  }),
  disableAgent: post("/agents/{id}/disable", {
    ...own,
    summary: "Disable the agent's triggers, with a note why",
    params: id,
    body: z.strictObject({ note: z.string().min(1).max(2000).optional() }).prefault({}),
    status: 200,
    answer: AgentStatus,
  }),
  backfillAgent: post("/agents/{id}/backfill", {
    ...own,
    summary: "Fire the slots of a range in the past, at most 100",
    params: id,
    body: BackfillRequest,
    status: 202,
    answer: BackfillResult,
  }),
  listAgentRuns: get("/agents/{id}/runs", {
    ...own,
    summary: "List the agent's runs, newest first",
    params: id,
    query: page,
    status: 200,
    answer: AgentRunPage,
  }),
  getAgentRun: get("/agents/{id}/runs/{run}", {
    ...own,
    summary: "Get one run of the agent",
    params: id.extend({ run: z.string().min(1).max(200) }),
    status: 200,
    answer: AgentRunView,
  }),
  exportAgentRuns: get("/agents/{id}/runs.jsonl", {
    ...own,
    summary: "Export every run record of the agent as JSON lines, oldest first",
    params: id,
    status: 200,
    answer: "lines",
  }),
  listDecisions: get("/agents/{id}/decisions", {
    ...own,
    summary: "List trigger decisions: why the agent ran, and why it did not, newest first",
    params: id,
    query: page,
    status: 200,
    answer: DecisionPage,
  }),
  publishEvent: post("/events", {
    ...own,
    summary: "Publish an event: a CloudEvent, or channel, payload and id",
    body: EventInput,
    status: 202,
    answer: EventAccepted,
  }),
  listDeadLetters: get("/events/dead", {
    ...own,
    summary: "List dead letters: bus events that could not be parsed, newest first",
    query: z.strictObject({ limit }),
    status: 200,
    answer: DeadLetterList,
  }),
  listState: get("/state", { ...own, summary: "List state values", status: 200, answer: StateList }),
  putState: put("/state/{path}", {
    ...own,
    summary: "Set a state value by its dotted path",
    params: z.strictObject({
      path: z
        .string()
        .regex(/^[^.\s/]+(\.[^.\s/]+)*$/)
        .max(200),
    }),
    body: StateUpdate,
    status: 200,
    answer: StateView,
  }),
  listNotices: get("/notices", {
    ...own,
    summary: "List notices from agents",
    query: z.strictObject({ cursor, limit, seen: z.enum(["true", "false"]).optional() }),
    status: 200,
    answer: NoticePage,
  }),
  seeNotice: post("/notices/{id}/seen", {
    ...own,
    summary: "Mark a notice as seen",
    params: id,
    body: z.strictObject({}).prefault({}),
    status: 200,
    answer: NoticeView,
  }),
  listCollapse: get("/collapse", {
    ...own,
    summary: "List collapse entries written by agents, newest first",
    query: page,
    status: 200,
    answer: CollapsePage,
  }),
} as const;
