import type { AgentRunRecord, RunOnceRequest } from "../contracts/react/agent-run.ts";
import type { BusEvent } from "../contracts/react/bus-event.ts";
import type { Json } from "../plan/json.ts";
import type { Handler } from "../ports/engine.ts";
import type { Agent } from "./agent.ts";
import type { AgentRun } from "./agent-run.ts";
import { Decision } from "./decision.ts";
import { acceptEvent, createEventHandler } from "./event-handler.ts";
import { createEventIndex } from "./event-index.ts";
import { fire } from "./fire.ts";
import { createLineHandler } from "./line-handler.ts";
import { type AgentsParts, kinds, queues } from "./parts.ts";
import { changeState, readRun, readState } from "./records.ts";
import { createRunHandler } from "./run-handler.ts";
import { createSendHandler, type Sender } from "./send-handler.ts";
import { createStateIndex } from "./state-index.ts";
import { createValueHandler, snapshot, tellState } from "./state-watch.ts";
import { armSweeps, createSweepHandler, type Keeping } from "./sweep.ts";
import type { Standing } from "./view.ts";
import { armTimeTriggers, createTimeHandler } from "./time-triggers.ts";

export type DaemonParts = AgentsParts & Keeping & { sender: Sender };

export type Page = { limit: number; before?: string };

/** The agents of this deployment: what sets them off, what they may, what they did. */
export interface Daemon {
  /** For the engine. */
  queues: Readonly<Record<string, Handler>>;
  /** The book has changed, or the process has just started: triggers are armed anew. */
  reload(): Promise<void>;
  /** How an agent stands now. */
  standing(agent: Agent): Promise<Standing>;
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
  const ending = createEnding(parts);
  let index = createEventIndex([]);
  let values = createStateIndex([]);
  const looking = { ...parts, index: () => values };
  return {
    queues: {
      [queues.value]: createValueHandler(looking),
      [queues.time]: createTimeHandler(parts),
      [queues.run]: ending.around(createRunHandler(parts)),
      [queues.line]: createLineHandler(parts),
      [queues.event]: createEventHandler(parts, () => index),
      [queues.output]: createSendHandler(parts),
      [queues.sweep]: createSweepHandler(parts),
    },
    async reload() {
      const agents = [...book.all()];
      index = createEventIndex(agents);
      values = createStateIndex(agents);
      await armTimeTriggers(parts, agents);
      await armSweeps(parts);
    },
    standing: (agent) => standingOf(parts, agent),
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
      const run = await ending.of(agent, decision.runId);
      return run === undefined ? { decision } : { decision, run };
    },
    setEnabled: ({ tenant, profile }, enabled) =>
      changeState(parts, { tenant, agentId: profile.id }, (state) => ({ state: { ...state, enabled } })),
    publish: (tenant, event) => acceptEvent(parts, tenant, event),
    tell: (tenant, told) => tellState(looking, tenant, told),
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

async function standingOf({ store, clock }: AgentsParts, agent: Agent): Promise<Standing> {
  const { value: state } = await readState(store, agent.tenant, agent.profile.id);
  return { agent, state, now: clock.now() };
}

/** How often a run is looked at that another process may be working on. */
const lookEveryMs = 1000;

/** Lets somebody wait for a run: this process says when it has worked on it, another's work is looked for. */
function createEnding({ store, clock }: AgentsParts) {
  const waiting = new Map<string, Set<() => void>>();
  return {
    around:
      (handler: Handler): Handler =>
      async (lease) => {
        await handler(lease);
        for (const wake of waiting.get(lease.job.key) ?? []) wake();
      },
    async of({ tenant, profile }: Agent, runId: string): Promise<AgentRunRecord | undefined> {
      const until = clock.now() + profile.limits.planner_limits.timeout_seconds * 1000 + 10_000;
      for (;;) {
        const woken = Promise.withResolvers<void>();
        const wakers = waiting.get(runId) ?? new Set();
        waiting.set(runId, wakers.add(woken.resolve));
        const takeBack = clock.wake(clock.now() + lookEveryMs, woken.resolve);
        try {
          const record = (await readRun(store, tenant, runId))?.value.record;
          if (record !== undefined || clock.now() >= until) return record;
          await woken.promise;
        } finally {
          takeBack();
          wakers.delete(woken.resolve);
          if (wakers.size === 0) waiting.delete(runId);
        }
      }
    },
  };
}
