import { timestampOf } from "../../../contracts/timestamp.ts";
import type { Handler, LeasedJob } from "../../../ports/engine.ts";
import type { Agent } from "../../profile/agent.ts";
import type { AgentState } from "../../decisions/agent-state.ts";
import type { ArmedTimeTrigger } from "./arm-time-triggers.ts";
import { decisionOf, fire } from "../../decisions/fire.ts";
import { type AgentDeps, jobKeyNames } from "../../agent-deps.ts";
import { changeState, putDecision, readState } from "../../records.ts";
import type { TimeTrigger } from "../../../contracts/react/trigger.ts";
import type { Schedule } from "./schedule.ts";

/** An unknown trigger is checked once more later: another process may have just added it. */
const lookAgainMs = 60_000;

/** Processes one time trigger: decides every due slot and reschedules the job. */
export function createTimeHandler(deps: AgentDeps): Handler {
  const unknown = new Set<string>();
  return async ({ job, signal }) => {
    const { store, clock } = deps;
    const [id = "", key = ""] = jobKeyNames(job.key);
    const agent = deps.registry.find(job.tenant, id);
    const armed = agent?.triggers.find((one): one is ArmedTimeTrigger => one.kind === "time" && one.key === key);
    if (agent === undefined || armed === undefined) return await forget(deps, job, unknown);
    unknown.delete(job.key);
    const { value: state } = await readState(store, job.tenant, id);
    const now = clock.now();
    const due = dueSlots(armed.schedule, armed.trigger, { after: lastSlot(state, key, now), now });
    for (const slot of due.slots) {
      if (signal.aborted) return;
      await decideSlot(deps, { agent, armed }, slot);
    }
    const dueAt = due.nextAt;
    return await store.write((tx) => tx.release(job, dueAt === undefined ? undefined : { dueAt, now }));
  };
}

/** The trigger was removed: if it returns, it does not catch up. */
async function forget(deps: AgentDeps, job: LeasedJob, unknown: Set<string>): Promise<void> {
  const { store, clock } = deps;
  const [agentId = "", key = ""] = jobKeyNames(job.key);
  const now = clock.now();
  if (!unknown.delete(job.key)) {
    unknown.add(job.key);
    return await store.write((tx) => tx.release(job, { dueAt: now + lookAgainMs, now }));
  }
  await changeState(deps, { tenant: job.tenant, agentId }, (state) => {
    const { [key]: slot, ...slots } = state.slots;
    return slot === undefined ? undefined : { state: { ...state, slots } };
  });
  return await store.write((tx) => tx.release(job));
}

/** The last decided slot. One in the future was decided while the clock was ahead, and does not count. */
export function lastSlot({ slots }: AgentState, key: string, now: number): number {
  return Math.min(slots[key] ?? now, now);
}

type SlotContext = { agent: Agent; armed: ArmedTimeTrigger };

async function decideSlot(deps: AgentDeps, of: SlotContext, slot: DueSlot): Promise<void> {
  const { agent, armed } = of;
  const firing = {
    trigger: armed.key,
    slot: timestampOf(slot.at),
    overlap: armed.trigger.overlap,
    context: { facts: { trigger: "time", slot: timestampOf(slot.at) } },
  };
  const now = deps.clock.now();
  const isDecided = ({ slots }: AgentState): boolean => {
    const last = slots[armed.key] ?? 0;
    return last >= slot.at && last <= now;
  };
  const change = (state: AgentState): AgentState => ({ ...state, slots: { ...state.slots, [armed.key]: slot.at } });
  if (slot.verdict === "run") {
    await fire(deps, agent, { ...firing, isDecided, change });
    return;
  }
  const { verdict } = slot;
  await changeState(deps, { tenant: agent.tenant, agentId: agent.profile.id }, (state) => {
    if (isDecided(state)) return undefined;
    const unrun = {
      missed: { outcome: "missed", reason: "late" },
      quiet: { outcome: "skipped", reason: "quiet" },
    } as const;
    const decision = decisionOf(deps, { agent, firing }, unrun[verdict]);
    return { state: change(state), also: (tx) => putDecision(tx, agent.tenant, decision) };
  });
}

/** A slot older than this is late. */
const graceMs = 60_000;
/** Slots decided per round; the rest follow in the next. */
const mostSlots = 500;

type DueSlot = { at: number; verdict: "run" | "missed" | "quiet" };

type DueSlots = {
  /** In order; those to run, and those that are only recorded. */
  slots: readonly DueSlot[];
  /** When to check again. */
  nextAt: number | undefined;
};

type CatchupRules = Pick<TimeTrigger, "catchup" | "catchup_window_minutes">;

/** The slots since the last decided one, and which of them still run. */
function dueSlots(schedule: Schedule, rules: CatchupRules, span: { after: number; now: number }): DueSlots {
  const { after, now } = span;
  const { catchup, catchup_window_minutes: windowMinutes = Infinity } = rules;
  const slots: number[] = [];
  let next = schedule.next(after);
  while (next !== undefined && schedule.startOf(next) <= now && slots.length < mostSlots) {
    slots.push(next);
    next = schedule.next(next);
  }
  const nextAt = next === undefined ? undefined : schedule.startOf(next);
  const latest = slots.at(-1);
  const isMissed = (at: number): boolean => {
    const lateMs = now - schedule.startOf(at);
    if (lateMs <= graceMs) return false;
    if (lateMs > windowMinutes * 60_000) return true;
    return catchup !== "all" && (catchup === "none" || at !== latest || (nextAt ?? Infinity) <= now);
  };
  const verdictOf = (at: number): DueSlot["verdict"] =>
    schedule.isQuiet(at) ? "quiet" : isMissed(at) ? "missed" : "run";
  return { slots: slots.map((at) => ({ at, verdict: verdictOf(at) })), nextAt };
}
