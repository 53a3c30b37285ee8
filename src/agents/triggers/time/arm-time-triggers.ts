import { lastSlot } from "./time-handler.ts";
import { isConflict } from "../../../ports/store-error.ts";
import type { Tx } from "../../../ports/store.ts";
import type { Agent, ArmedTrigger } from "../../profile/agent.ts";
import type { AgentState } from "../../decisions/agent-state.ts";
import { type AgentDeps, jobKey, queues } from "../../agent-deps.ts";
import { maxAttempts, putState, readState, readStates, type VersionedRecord } from "../../records.ts";

export type ArmedTimeTrigger = Extract<ArmedTrigger, { kind: "time" }>;

/** Agents armed in one transaction. */
const size = 500;

/** Schedules a job at the next slot of every time trigger. Idempotent. */
export async function armTimeTriggers(deps: AgentDeps, agents: readonly Agent[]): Promise<void> {
  const timed = agents.filter(({ triggers }) => triggers.some(({ kind }) => kind === "time"));
  if (timed.length === 0) return;
  const states = await readStates(deps.store, timed);
  for (let at = 0; at < timed.length; at += size) {
    const some = timed.slice(at, at + size);
    try {
      await deps.store.write((tx) => some.forEach((agent) => arm(deps, tx, { agent, ...states(agent) })));
    } catch (error) {
      if (!isConflict(error)) throw error;
      for (const agent of some) await armOne(deps, agent);
    }
  }
}

async function armOne(deps: AgentDeps, agent: Agent): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const state = await readState(deps.store, agent.tenant, agent.profile.id);
    try {
      return await deps.store.write((tx) => arm(deps, tx, { agent, ...state }));
    } catch (error) {
      if (!isConflict(error) || attempt >= maxAttempts) throw error;
    }
  }
}

type AgentToArm = VersionedRecord<AgentState> & { agent: Agent };

function arm({ clock }: AgentDeps, tx: Tx, { agent, value: state, version }: AgentToArm): void {
  const { tenant, profile } = agent;
  const now = clock.now();
  const times = agent.triggers.filter((armed) => armed.kind === "time");
  const fresh = times.filter(({ key }) => state.slots[key] === undefined);
  // A new trigger does not catch up on slots before it existed.
  const slots = { ...state.slots, ...Object.fromEntries(fresh.map(({ key }) => [key, now])) };
  if (fresh.length > 0) putState(tx, { tenant, agentId: profile.id }, { value: { ...state, slots }, version });
  for (const { key, schedule } of times) {
    const slot = schedule.next(lastSlot({ ...state, slots }, key, now));
    if (slot === undefined) continue;
    const dueAt = schedule.startOf(slot);
    tx.enqueue({ queue: queues.time, key: jobKey(tenant, profile.id, key), tenant, dueAt }, now);
  }
}
