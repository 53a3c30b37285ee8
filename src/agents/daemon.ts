import { compact } from "../plan/compact.ts";
import { onceId } from "../plan/derive.ts";
import type { AgentRunRecord, RunOnceRequest } from "../contracts/react/agent-run.ts";
import type { BusEvent } from "../contracts/react/bus-event.ts";
import type { Json } from "../plan/json.ts";
import type { Handler } from "../ports/engine.ts";
import type { Agent } from "./profile/agent.ts";
import { AgentRun } from "./runs/agent-run.ts";
import type { StateDeps } from "./triggers/state/decide-state.ts";
import { Decision } from "./decisions/decision.ts";
import { createRunWaiters } from "./runs/run-waiters.ts";
import { acceptEvent } from "./triggers/event/accept-event.ts";
import { armTimeTriggers } from "./triggers/time/arm-time-triggers.ts";
import { backfill } from "./triggers/time/backfill.ts";
import { createDebounceHandler } from "./triggers/event/debounce.ts";
import { createEventHandler } from "./triggers/event/event-handler.ts";
import { createEventIndex } from "./triggers/event/event-index.ts";
import { fire } from "./decisions/fire.ts";
import { createQueueHandler } from "./decisions/queue-handler.ts";
import { type AgentDeps, kinds, queues } from "./agent-deps.ts";
import { changeState, readStates } from "./records.ts";
import { createRunHandler } from "./runs/run-handler.ts";
import { createSendHandler, type Sender } from "./outputs/send-handler.ts";
import { createStateIndex } from "./triggers/state/state-index.ts";
import { createValueHandler, evaluateState, setStateValue } from "./triggers/state/state-values.ts";
import { armPurges, createPurgeHandler, type RetentionDays } from "./purge.ts";
import type { AgentSnapshot } from "./agent-view.ts";
import { createTimeHandler } from "./triggers/time/time-handler.ts";

type DaemonDeps = AgentDeps & RetentionDays & { sender: Sender };

/** Who disables an agent, and why. */
export type PauseNote = { by: string; note?: string | undefined };

export type AgentRef = { tenant: string; id: string };
type PageLimit = { limit: number; before?: string };

/** The agents of this deployment: triggers, limits and runs. */
export interface Daemon {
  /** Handlers for the engine. Call `reload` first: an event without listeners is marked done. */
  queues: Readonly<Record<string, Handler>>;
  /** Arms the triggers again after the registry changed or the process started. */
  reload(): Promise<void>;
  /** The current state of agents. */
  snapshots(agents: readonly Agent[]): Promise<AgentSnapshot[]>;
  /** With a key, the same request again is the same run, also after a crash between the start and its answer. */
  runOnce(agent: Agent, request: RunOnceRequest, key?: string): Promise<{ decision: Decision; run?: AgentRunRecord }>;
  setEnabled(agent: Agent, isEnabled: boolean, pause: PauseNote): Promise<void>;
  /** Fires the slots of a range in the past again, each once; too many at once are refused. */
  backfill(agent: Agent, range: { from: number; to: number }): Promise<Decision[] | "too many">;
  /** True if the event is new. */
  publish(tenant: string, event: BusEvent): Promise<boolean>;
  setState(tenant: string, update: { path: string; value: Json }): Promise<void>;
  /** Also works for a removed agent. */
  decisions(of: AgentRef, page: PageLimit): Promise<Decision[]>;
  runs(of: AgentRef, page: PageLimit): Promise<AgentRun[]>;
  /** Makes everyone who waits for a run check it now, because another process may have ended it. */
  recheckRuns(): void;
}

export function createDaemon(deps: DaemonDeps): Daemon {
  const { store, registry, clock } = deps;
  const waiters = createRunWaiters(deps);
  let events = createEventIndex([]);
  let values = createStateIndex([]);
  let known = new Map<string, string>();
  const looking = { ...deps, index: () => values };
  const hearing = { ...deps, events: () => events };
  return {
    queues: {
      [queues.value]: createValueHandler(looking),
      [queues.time]: createTimeHandler(deps),
      [queues.run]: waiters.around(createRunHandler(deps)),
      [queues.line]: createQueueHandler(deps),
      [queues.event]: createEventHandler(hearing),
      [queues.debounce]: createDebounceHandler(deps),
      [queues.output]: createSendHandler(deps),
      [queues.sweep]: createPurgeHandler(deps),
    },
    async reload() {
      const agents = [...registry.all()];
      events = createEventIndex(agents);
      values = createStateIndex(agents);
      await arm(
        looking,
        agents.filter((agent) => known.get(placeOf(agent)) !== agent.version),
      );
      known = new Map(agents.map((agent) => [placeOf(agent), agent.version]));
    },
    async snapshots(agents) {
      const states = await readStates(store, agents);
      return agents.map((agent) => ({ agent, state: states(agent).value, now: clock.now() }));
    },
    async runOnce(agent, { override_goal_description: overrideGoal, extra_context: facts, force }, key) {
      const decision = await fire(deps, agent, {
        trigger: "manual",
        ...(key === undefined ? { slot: deps.ids.next() } : { slot: onceId(key), mayRepeat: true }),
        overlap: "parallel",
        isForced: force,
        context: compact({ overrideGoal, facts: { trigger: "manual", ...facts } }),
      });
      const run = decision.runId === undefined ? undefined : await waiters.of(agent, decision.runId);
      return { decision, ...compact({ run }) };
    },
    recheckRuns: () => waiters.recheck(),
    setEnabled: (agent, isEnabled, pause) => setEnabled(deps, { agent, isEnabled }, pause),
    backfill: (agent, range) => backfill(deps, agent, range),
    publish: (tenant, event) => acceptEvent(hearing, tenant, event),
    setState: (tenant, update) => setStateValue(looking, tenant, update),
    async decisions({ tenant, id: group }, page) {
      const records = await store.records({ tenant, kind: kinds.decision, group, ...page });
      return records.map(({ body }) => Decision.parse(body));
    },
    async runs({ tenant, id: group }, page) {
      const records = await store.records({ tenant, kind: kinds.run, group, ...page });
      return records.map(({ body }) => AgentRun.parse(body));
    },
  };
}

/** Arms the time and state triggers of new and changed agents. */
async function arm(deps: StateDeps, agents: readonly Agent[]): Promise<void> {
  await armTimeTriggers(deps, agents);
  const watching = agents.filter(({ triggers }) => triggers.some(({ kind }) => kind === "state"));
  await evaluateState(deps, new Set(watching.map(({ tenant }) => tenant)));
  await armPurges(deps);
}

function setEnabled(
  deps: AgentDeps,
  { agent: { tenant, profile }, isEnabled }: { agent: Agent; isEnabled: boolean },
  { by, note }: PauseNote,
): Promise<void> {
  const pause = isEnabled ? undefined : compact({ by, at: deps.clock.now(), note });
  return changeState(deps, { tenant, agentId: profile.id }, ({ pause: _before, ...state }) => ({
    state: { ...state, enabled: isEnabled, ...compact({ pause }) },
  }));
}

function placeOf({ tenant, profile }: Agent): string {
  return `${tenant} ${profile.id}`;
}
