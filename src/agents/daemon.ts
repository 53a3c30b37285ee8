import type { AgentList, AgentRunRecord, AgentStatus, RunOnceRequest } from "../contracts/react/agent-run.ts";
import type { BusEvent } from "../contracts/react/bus-event.ts";
import type { Json } from "../plan/json.ts";
import type { Handler } from "../ports/engine.ts";
import type { Agent } from "./agent.ts";
import type { AgentRun } from "./agent-run.ts";
import { AgentState } from "./agent-state.ts";
import { Decision } from "./decision.ts";
import { acceptEvent, createEventHandler } from "./event-handler.ts";
import { createEventIndex } from "./event-index.ts";
import { fire } from "./fire.ts";
import { createLineHandler } from "./line-handler.ts";
import { type AgentsParts, kinds, queues } from "./parts.ts";
import { changeState, readRun, readState } from "./records.ts";
import { createRunHandler } from "./run-handler.ts";
import { createSendHandler, type Sender } from "./send-handler.ts";
import { snapshot, tellState } from "./state-watch.ts";
import { armTimeTriggers, createTimeHandler } from "./time-triggers.ts";

export type DaemonParts = AgentsParts & { sender: Sender };

export type Page = { limit: number; before?: string };

/** The agents of this deployment: what sets them off, what they may, what they did. */
export interface Daemon {
  /** For the engine. */
  queues: Readonly<Record<string, Handler>>;
  /** The book has changed, or the process has just started: triggers are armed anew. */
  reload(): Promise<void>;
  list(tenant: string): Promise<AgentList>;
  runOnce(agent: Agent, request: RunOnceRequest): Promise<{ decision: Decision; run?: AgentRunRecord }>;
  setEnabled(agent: Agent, isEnabled: boolean): Promise<void>;
  /** Whether it was new. */
  publish(tenant: string, event: BusEvent): Promise<boolean>;
  tell(tenant: string, told: { path: string; value: Json }): Promise<void>;
  decisions(agent: Agent, page: Page): Promise<Decision[]>;
  runs(agent: Agent, page: Page): Promise<AgentRun[]>;
}

export function createDaemon(parts: DaemonParts): Daemon {
  const { store, book } = parts;
  let index = createEventIndex([]);
  return {
    queues: {
      [queues.time]: createTimeHandler(parts),
      [queues.run]: createRunHandler(parts),
      [queues.line]: createLineHandler(parts),
      [queues.event]: createEventHandler(parts, () => index),
      [queues.output]: createSendHandler(parts),
    },
    async reload() {
      const agents = [...book.all()];
      index = createEventIndex(agents);
      await armTimeTriggers(parts, agents);
    },
    list: (tenant) => listAgents(parts, tenant),
    async runOnce(agent, { override_goal_description: overrideGoal, extra_context: facts, force }) {
      const decision = await fire(parts, agent, {
        trigger: "manual",
        slot: parts.ids.next(),
        overlap: "parallel",
        isForced: force,
        context: {
          ...(overrideGoal !== undefined && { overrideGoal }),
          facts: { trigger: "manual", ...facts },
          stateSnapshot: await snapshot(parts, agent.tenant),
        },
      });
      if (decision.runId === undefined) return { decision };
      const run = await ended(parts, agent, decision.runId);
      return run === undefined ? { decision } : { decision, run };
    },
    setEnabled: ({ tenant, profile }, enabled) =>
      changeState(parts, { tenant, agentId: profile.id }, (state) => ({ state: { ...state, enabled } })),
    publish: (tenant, event) => acceptEvent(parts, tenant, event),
    tell: (tenant, told) => tellState(parts, tenant, told),
    async decisions({ tenant, profile }, page) {
      const records = await store.records({ tenant, kind: kinds.decision, group: profile.id, ...page });
      return records.map(({ body }) => Decision.parse(body));
    },
    async runs({ tenant, profile }, page) {
      const records = await store.records({ tenant, kind: kinds.run, group: profile.id, ...page });
      const runs = await Promise.all(records.map(({ id }) => readRun(store, tenant, id)));
      return runs.flatMap((run) => (run === undefined ? [] : run.value));
    },
  };
}

async function listAgents({ store, book, clock }: AgentsParts, tenant: string): Promise<AgentList> {
  const agents = [...book.all()].filter((agent) => agent.tenant === tenant);
  const statuses = agents.map(async (agent) => {
    const { value } = await readState(store, tenant, agent.profile.id);
    return statusOf(agent, value, clock.now());
  });
  return { agents: await Promise.all(statuses) };
}

function statusOf({ profile, triggers }: Agent, state: AgentState, now: number): AgentStatus {
  const nexts = triggers.flatMap((armed) => (armed.kind === "time" ? (armed.schedule.next(now) ?? []) : []));
  const isEnabled = state.enabled ?? profile.enabled;
  return {
    id: profile.id,
    enabled: isEnabled,
    autonomy_level: profile.autonomy_level,
    last_run: state.lastStartedAt === undefined ? null : new Date(state.lastStartedAt).toISOString(),
    next_scheduled_run: isEnabled && nexts.length > 0 ? new Date(Math.min(...nexts)).toISOString() : null,
    status:
      state.active.length > 0
        ? "running"
        : state.lastEndedAs === undefined || state.lastEndedAs === "success"
          ? "idle"
          : "error",
  };
}

/** How often a run is looked at while somebody waits for its end; it may be worked on in another process. */
const lookEveryMs = 200;

async function ended(
  parts: AgentsParts,
  { tenant, profile }: Agent,
  runId: string,
): Promise<AgentRunRecord | undefined> {
  const { store, clock } = parts;
  const until = clock.now() + profile.limits.planner_limits.timeout_seconds * 1000 + 10_000;
  for (;;) {
    const record = (await readRun(store, tenant, runId))?.value.record;
    if (record !== undefined || clock.now() >= until) return record;
    await new Promise<void>((resolve) => void clock.wake(clock.now() + lookEveryMs, resolve));
  }
}
