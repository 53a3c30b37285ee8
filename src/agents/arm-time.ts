import { isConflict } from "../ports/store-error.ts";
import type { Tx } from "../ports/store.ts";
import type { Agent, Armed } from "./agent.ts";
import type { AgentState } from "./agent-state.ts";
import { type AgentsParts, jobKey, queues } from "./parts.ts";
import { mostTries, putState, readState, readStates, type Versioned } from "./records.ts";

export type TimeArmed = Extract<Armed, { kind: "time" }>;

/** Agents armed in one transaction. */
const size = 500;

/** Sees to it that every time trigger of the agents has its job, due at its next slot. Harmless again. */
export async function armTimeTriggers(parts: AgentsParts, agents: readonly Agent[]): Promise<void> {
  const timed = agents.filter(({ triggers }) => triggers.some(({ kind }) => kind === "time"));
  if (timed.length === 0) return;
  const states = await readStates(parts.store, timed);
  for (let at = 0; at < timed.length; at += size) {
    const some = timed.slice(at, at + size);
    try {
      await parts.store.write((tx) => some.forEach((agent) => arm(parts, tx, { agent, ...states(agent) })));
    } catch (error) {
      if (!isConflict(error)) throw error;
      for (const agent of some) await armOne(parts, agent);
    }
  }
}

async function armOne(parts: AgentsParts, agent: Agent): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const state = await readState(parts.store, agent.tenant, agent.profile.id);
    try {
      return await parts.store.write((tx) => arm(parts, tx, { agent, ...state }));
    } catch (error) {
      if (!isConflict(error) || attempt >= mostTries) throw error;
    }
  }
}

type Arming = Versioned<AgentState> & { agent: Agent };

function arm({ clock }: AgentsParts, tx: Tx, { agent, value: state, version }: Arming): void {
  const { tenant, profile } = agent;
  const now = clock.now();
  const times = agent.triggers.filter((armed) => armed.kind === "time");
  const fresh = times.filter(({ key }) => state.slots[key] === undefined);
  // A trigger that was not there before owes nothing for the time before it came.
  const slots = { ...state.slots, ...Object.fromEntries(fresh.map(({ key }) => [key, now])) };
  if (fresh.length > 0) putState(tx, { tenant, agentId: profile.id }, { value: { ...state, slots }, version });
  for (const { key, schedule } of times) {
    const dueAt = schedule.next(slots[key] ?? now);
    if (dueAt !== undefined)
      tx.enqueue({ queue: queues.time, key: jobKey(tenant, profile.id, key), tenant, dueAt }, now);
  }
}
