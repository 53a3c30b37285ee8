import { toJson } from "../plan/json.ts";
import { isConflict } from "../ports/store-error.ts";
import type { Store, Tx } from "../ports/store.ts";
import { type RecordQuery, recordPages, type StoredRecord } from "../ports/stored-record.ts";
import type { Agent } from "./profile/agent.ts";
import { AgentState, emptyState } from "./decisions/agent-state.ts";
import { AgentRun } from "./runs/agent-run.ts";
import type { Decision } from "./decisions/decision.ts";
import { kinds } from "./agent-deps.ts";

export type VersionedRecord<T> = { value: T; version: number };

export async function readState(store: Store, tenant: string, agentId: string): Promise<VersionedRecord<AgentState>> {
  const record = await store.record({ tenant, kind: kinds.state, id: agentId });
  return { value: record === undefined ? emptyState : AgentState.parse(record.body), version: record?.version ?? 0 };
}

/** Reads a page at a time, once for each tenant, because all agents together may be many. */
export async function readStates(
  store: Store,
  agents: readonly Agent[],
): Promise<(agent: Agent) => VersionedRecord<AgentState>> {
  const states = new Map<string, VersionedRecord<AgentState>>();
  const keyOf = (tenant: string, id: string): string => `${tenant} ${id}`;
  const remember = ({ tenant, id, body, version }: StoredRecord): unknown =>
    states.set(keyOf(tenant, id), { value: AgentState.parse(body), version });
  for (const tenant of new Set(agents.map((agent) => agent.tenant))) {
    const own = agents.filter((agent) => agent.tenant === tenant);
    if (own.length > fewest) await eachRecord(store, { tenant, kind: kinds.state }, remember);
    else
      for (const { profile } of own) {
        const record = await store.record({ tenant, kind: kinds.state, id: profile.id });
        if (record !== undefined) remember(record);
      }
  }
  return ({ tenant, profile }) => states.get(keyOf(tenant, profile.id)) ?? { value: emptyState, version: 0 };
}

const fewest = 10;

/** Every record of a kind, the last first. */
export async function eachRecord(
  store: Store,
  query: Omit<RecordQuery, "limit" | "before">,
  call: (record: StoredRecord) => unknown,
): Promise<void> {
  for await (const page of recordPages(store, query)) for (const record of page) await call(record);
}

export async function readRun(
  store: Store,
  tenant: string,
  runId: string,
): Promise<VersionedRecord<AgentRun> | undefined> {
  const record = await store.record({ tenant, kind: kinds.run, id: runId });
  return record === undefined ? undefined : { value: AgentRun.parse(record.body), version: record.version };
}

export function putState(tx: Tx, of: { tenant: string; agentId: string }, state: VersionedRecord<AgentState>): void {
  tx.putRecord({ tenant: of.tenant, kind: kinds.state, id: of.agentId, body: toJson(state.value) }, state.version);
}

type StateChange = { state: AgentState; also?: (tx: Tx) => void };

/** Reads, changes and writes; retried after a conflict. Undefined changes nothing. */
export async function changeState(
  { store }: { store: Store },
  of: { tenant: string; agentId: string },
  change: (state: AgentState) => StateChange | undefined,
): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const { value, version } = await readState(store, of.tenant, of.agentId);
    const changed = change(value);
    if (changed === undefined) return;
    try {
      await store.write((tx) => {
        putState(tx, of, { value: changed.state, version });
        changed.also?.(tx);
      });
      return;
    } catch (error) {
      if (!isConflict(error) || attempt >= maxAttempts) throw error;
    }
  }
}

export const maxAttempts = 50;

export function putDecision(tx: Tx, tenant: string, decision: Decision): void {
  const { id, agentId: group, outcome: status } = decision;
  tx.putRecord({ tenant, kind: kinds.decision, id, group, status, body: toJson(decision) }, 0);
}

export function putRun(tx: Tx, tenant: string, run: VersionedRecord<AgentRun>): void {
  const { runId: id, profile, record } = run.value;
  const status = record?.status ?? "running";
  tx.putRecord({ tenant, kind: kinds.run, id, group: profile.id, status, body: toJson(run.value) }, run.version);
}
