import { BusEvent } from "../contracts/react/bus-event.ts";
import type { Handler } from "../ports/engine.ts";
import { isConflict } from "../ports/store-error.ts";
import { mismatchOf } from "./conditions.ts";
import type { Decision } from "./decision.ts";
import type { EventIndex, Listening } from "./event-index.ts";
import { decisionOf, fire } from "./fire.ts";
import { type AgentsParts, kinds, queues } from "./parts.ts";
import { putDecision, toJson } from "./records.ts";

/** Takes an event so that it is not lost; whether it was new. What it sets off happens afterwards. */
export async function acceptEvent({ store, clock }: AgentsParts, tenant: string, event: BusEvent): Promise<boolean> {
  const now = clock.now();
  const id = `${event.channel}|${event.id}`;
  const group = new Date(now).toISOString().slice(0, 10);
  try {
    await store.write((tx) => {
      tx.putRecord({ tenant, kind: kinds.event, id, group, status: "accepted", body: toJson(BusEvent, event) }, 0);
      tx.enqueue({ queue: queues.event, key: id, tenant, dueAt: now }, now);
    });
    return true;
  } catch (error) {
    if (isConflict(error)) return false;
    throw error;
  }
}

/** Works on one event: every trigger it concerns is decided, then the event is done with. */
export function createEventHandler(parts: AgentsParts, index: () => EventIndex): Handler {
  return async ({ job, signal }) => {
    const { store } = parts;
    const { tenant } = job;
    const record = await store.record({ tenant, kind: kinds.event, id: job.key });
    if (record === undefined || record.status !== "accepted") return await store.write((tx) => tx.release(job));
    const event = BusEvent.parse(record.body);
    const mismatches: Decision[] = [];
    for (const listening of index().concerned(event.channel, event.payload)) {
      if (signal.aborted) return;
      if (listening.agent.tenant !== tenant) continue;
      const mismatch = await decideEvent(parts, listening, event);
      if (mismatch !== undefined) mismatches.push(mismatch);
    }
    return await store.write((tx) => {
      for (const decision of mismatches) putDecision(tx, tenant, decision);
      const { version, ...done } = record;
      // The payload has served; the id stays, so that the event is known when it comes again.
      tx.putRecord({ ...done, status: "done", body: null }, version);
      tx.release(job);
    });
  };
}

/** Fires, or gives back the decision that it does not match: those are written together. */
async function decideEvent(
  parts: AgentsParts,
  { agent, armed }: Listening,
  event: BusEvent,
): Promise<Decision | undefined> {
  const firing = { trigger: armed.key, slot: event.id, overlap: armed.trigger.overlap };
  const mismatch = mismatchOf(armed.trigger.conditions, event.payload);
  if (mismatch !== undefined) {
    const detail = `${mismatch.field}: ${mismatch.why}`;
    return decisionOf(parts, { agent, firing }, { outcome: "skipped", reason: "condition", detail });
  }
  const facts = { trigger: "event", channel: event.channel, event_id: event.id, event: event.payload };
  await fire(parts, agent, { ...firing, context: { facts }, mayRepeat: true });
  return undefined;
}
