import type { Handler } from "../ports/engine.ts";
import { isConflict } from "../ports/store-error.ts";
import type { Tx } from "../ports/store.ts";
import type { Agent, Armed } from "./agent.ts";
import type { AgentState } from "./agent-state.ts";
import { dueSlots } from "./due-slots.ts";
import { decisionOf, fire } from "./fire.ts";
import { type AgentsParts, queues } from "./parts.ts";
import { changeState, putDecision, putState, readState } from "./records.ts";

type TimeArmed = Extract<Armed, { kind: "time" }>;

/** The job that stands for a time trigger: due at its next slot, and there as long as the trigger is. */
export function timeJobKey({ profile }: Agent, { key }: TimeArmed): string {
  return `${profile.id} ${key}`;
}

/** Sees to it that every time trigger of an agent has its job. Called when the agent is loaded; harmless again. */
export async function armTimeTriggers(parts: AgentsParts, agents: readonly Agent[]): Promise<void> {
  const now = parts.clock.now();
  const jobs: ((tx: Tx) => void)[] = [];
  for (const agent of agents) {
    const { value: state, version } = await readState(parts.store, agent.tenant, agent.profile.id);
    const times = agent.triggers.filter((armed): armed is TimeArmed => armed.kind === "time");
    const fresh = times.filter(({ key }) => state.slots[key] === undefined);
    // A trigger that was not there before owes nothing for the time before it came.
    const slots = { ...state.slots, ...Object.fromEntries(fresh.map(({ key }) => [key, now])) };
    jobs.push((tx) => {
      if (fresh.length > 0)
        putState(tx, { tenant: agent.tenant, agentId: agent.profile.id }, { value: { ...state, slots }, version });
      for (const armed of times) {
        const dueAt = armed.schedule.next(slots[armed.key] ?? now);
        const key = timeJobKey(agent, armed);
        if (dueAt !== undefined) tx.enqueue({ queue: queues.time, key, tenant: agent.tenant, dueAt }, now);
      }
    });
  }
  await writeAll(parts, jobs);
}

/** Works on one time trigger: every slot that has come is decided, and the job moves to the next. */
export function createTimeHandler(parts: AgentsParts): Handler {
  return async ({ job, signal }) => {
    const { store, clock } = parts;
    const [id = "", key = ""] = job.key.split(" ");
    const agent = parts.book.find(job.tenant, id);
    const armed = agent?.triggers.find((one): one is TimeArmed => one.kind === "time" && one.key === key);
    if (agent === undefined || armed === undefined) return await store.write((tx) => tx.release(job));
    const { value: state } = await readState(store, job.tenant, id);
    const now = clock.now();
    const due = dueSlots(armed.schedule, armed.trigger.catchup, { after: state.slots[key] ?? now, now });
    for (const slot of due.slots) {
      if (signal.aborted) return;
      await decideSlot(parts, { agent, armed }, slot);
    }
    const dueAt = due.nextAt;
    return await store.write((tx) => tx.release(job, dueAt === undefined ? undefined : { dueAt, now }));
  };
}

type OfSlot = { agent: Agent; armed: TimeArmed };

async function decideSlot(parts: AgentsParts, of: OfSlot, slot: { at: number; isMissed: boolean }): Promise<void> {
  const { agent, armed } = of;
  const firing = {
    trigger: armed.key,
    slot: new Date(slot.at).toISOString(),
    overlap: armed.trigger.overlap,
    context: { facts: { trigger: "time", slot: new Date(slot.at).toISOString() } },
  };
  const isDecided = ({ slots }: AgentState): boolean => (slots[armed.key] ?? 0) >= slot.at;
  const change = (state: AgentState): AgentState => ({ ...state, slots: { ...state.slots, [armed.key]: slot.at } });
  if (!slot.isMissed) {
    await fire(parts, agent, { ...firing, isDecided, change });
    return;
  }
  await changeState(parts, { tenant: agent.tenant, agentId: agent.profile.id }, (state) => {
    if (isDecided(state)) return undefined;
    const decision = decisionOf(parts, { agent, firing }, { outcome: "missed", reason: "late" });
    return { state: change(state), also: (tx) => putDecision(tx, agent.tenant, decision) };
  });
}

/** Many small changes in a few transactions. One that conflicts was made by another daemon and is left out. */
async function writeAll({ store }: AgentsParts, changes: readonly ((tx: Tx) => void)[]): Promise<void> {
  const size = 200;
  for (let at = 0; at < changes.length; at += size) {
    const some = changes.slice(at, at + size);
    const apply = (list: typeof some) => store.write((tx) => list.forEach((change) => change(tx)));
    await apply(some).catch(async (error: unknown) => {
      if (!isConflict(error)) throw error;
      for (const change of some)
        await apply([change]).catch((again: unknown) => (isConflict(again) ? undefined : Promise.reject(again)));
    });
  }
}
