import type { Priority } from "../contracts/priority.ts";
import type { PlanReactRequest, PlanReactResponse } from "../contracts/react/plan-react.ts";
import type { BusEvent } from "../contracts/react/bus-event.ts";
import type { TriggerPlan } from "../contracts/react/trigger.ts";
import type { Clock } from "../ports/clock.ts";
import type { JobKey } from "../ports/engine.ts";
import type { Ids } from "../ports/ids.ts";
import type { Log } from "../ports/log.ts";
import type { Store } from "../ports/store.ts";
import type { AgentRun } from "./runs/agent-run.ts";
import type { Agent } from "./profile/agent.ts";

/** The loaded agents. A reload replaces all of them atomically. */
export interface AgentDirectory {
  find(tenant: string, id: string): Agent | undefined;
  all(): Iterable<Agent>;
}

/**
 * The ReAct planner, in this process or behind its HTTP contract. The same `request_id` gives the same answer, once.
 * `signal` ends the wait for the answer, `cancel` the run itself.
 */
export type ReactPlanner = (
  request: PlanReactRequest,
  call: { tenant: string; agentId: string; signal: AbortSignal; cancel: AbortSignal; priority?: Priority },
) => Promise<PlanReactResponse>;

export type AgentDeps = {
  store: Store;
  clock: Clock;
  ids: Ids;
  log: Log;
  registry: AgentDirectory;
  reason: ReactPlanner;
  /**
   * Starts the plan of an agent's run, once, or cancels it, and answers when it has ended; until then undefined. Its end
   * enqueues the job.
   */
  runPlan?: (
    run: Pick<AgentRun, "runId" | "startedAt" | "priority"> & { plan: TriggerPlan },
    of: { tenant: string; agentId: string; endJob: JobKey; isCancelled: boolean },
  ) => Promise<PlanReactResponse | undefined>;
  /** The outcome of the Drafts of a run's calls; undefined while one is undecided. A decision enqueues the run's job. */
  draftOutcomes?: (tenant: string, runId: string) => Promise<DraftOutcomes | undefined>;
  /** Wakes the runs that wait for an event. */
  wakeRuns?: (tenant: string, event: BusEvent & { at: number }) => Promise<unknown>;
  /** Verbs that send a message to the owner. */
  notifyVerbs?: ReadonlySet<string>;
  /** Tokens that all agents of a tenant together may use in a day (UTC); no limit where it is not set. */
  maxTokensPerDay?: number;
};

/** `refused`: why one of them was not applied. */
export type DraftOutcomes = { refused?: string };

export const queues = {
  time: "agents.time",
  run: "agents.run",
  line: "agents.line",
  event: "agents.event",
  debounce: "agents.debounce",
  output: "agents.output",
  value: "agents.value",
  sweep: "agents.sweep",
} as const;

/** All tenants share the queues, so a job's key begins with its tenant. */
export function jobKey(tenant: string, ...names: readonly string[]): string {
  return JSON.stringify([tenant, ...names]);
}

/** The parts of the key after the tenant. */
export function jobKeyNames(key: string): string[] {
  const deps: unknown = JSON.parse(key);
  return Array.isArray(deps) ? deps.slice(1).map(String) : [];
}

/** Token counters, one per UTC day. */
export const tokensPrefix = "agents.tokens:";

export const kinds = {
  state: "agents.state",
  decision: "agents.decision",
  run: "agents.run",
  seen: "agents.seen",
  value: "agents.value",
  collapse: "agents.collapse",
  notice: "agents.notice",
  output: "agents.output",
  event: "agents.event",
  /** Events that a trigger holds back. */
  held: "agents.held",
  /** What a call has already produced, so that it happens once. */
  once: "agents.once",
  /** Drafts by the run whose calls opened them. */
  draft: "agents.draft",
} as const;

/** The UTC day by which purged records are grouped. */
export function dayOfUtc(instant: number): string {
  return new Date(instant).toISOString().slice(0, 10);
}
