import { z } from "zod";
import { AgentList, AgentRunRecord, AgentStatus, RunOnceRequest } from "../../react/agent-run.ts";
import {
  AgentDetail,
  AgentRunPage,
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
  listAgents: get("/agents", { ...own, summary: "The agents and how they stand", status: 200, answer: AgentList }),
  listProfileFaults: get("/agents/faults", {
    ...own,
    summary: "Profile files that are not in force, and why",
    status: 200,
    answer: ProfileFaults,
  }),
  getAgent: get("/agents/{id}", {
    ...own,
    summary: "An agent: profile, next five runs, quota",
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
    summary: "Take an agent away; its records stay",
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
    summary: "Let its triggers fire",
    params: id,
    body: z.strictObject({}).prefault({}),
    status: 200,
    answer: AgentStatus,
  }),
  disableAgent: post("/agents/{id}/disable", {
    ...own,
    summary: "Let no trigger of it fire",
    params: id,
    body: z.strictObject({}).prefault({}),
    status: 200,
    answer: AgentStatus,
  }),
  listAgentRuns: get("/agents/{id}/runs", {
    ...own,
    summary: "The agent's runs, newest first",
    params: id,
    query: page,
    status: 200,
    answer: AgentRunPage,
  }),
  exportAgentRuns: get("/agents/{id}/runs.jsonl", {
    ...own,
    summary: "Every run record of the agent, one a line, oldest first",
    params: id,
    status: 200,
    answer: "lines",
  }),
  listDecisions: get("/agents/{id}/decisions", {
    ...own,
    summary: "Why it ran, and why it did not, newest first",
    params: id,
    query: page,
    status: 200,
    answer: DecisionPage,
  }),
  publishEvent: post("/events", {
    ...own,
    summary: "Something happened: a CloudEvent, or channel, payload and id",
    body: EventInput,
    status: 202,
    answer: EventAccepted,
  }),
  listDeadLetters: get("/events/dead", {
    ...own,
    summary: "Events on the bus that could not be taken, newest first",
    query: z.strictObject({ limit }),
    status: 200,
    answer: DeadLetterList,
  }),
  listState: get("/state", { ...own, summary: "What was told of the state", status: 200, answer: StateList }),
  putState: put("/state/{path}", {
    ...own,
    summary: "Tell a value of the state, by its dotted path",
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
    summary: "What agents want the owner to know",
    query: z.strictObject({ cursor, limit, seen: z.enum(["true", "false"]).optional() }),
    status: 200,
    answer: NoticePage,
  }),
  seeNotice: post("/notices/{id}/seen", {
    ...own,
    summary: "The owner has seen it",
    params: id,
    body: z.strictObject({}).prefault({}),
    status: 200,
    answer: NoticeView,
  }),
  listCollapse: get("/collapse", {
    ...own,
    summary: "Collapse entries that agents wrote, newest first",
    query: page,
    status: 200,
    answer: CollapsePage,
  }),
} as const;
