import { z } from "zod";
import { BusEvent, unwrapEnvelope } from "../../../contracts/react/bus-event.ts";
import { isConflict } from "../../../ports/store-error.ts";
import { mismatchOf } from "./conditions.ts";
import type { EventIndex } from "./event-index.ts";
import { decisionOf } from "../../decisions/fire.ts";
import { type AgentDeps, jobKey, kinds, queues } from "../../agent-deps.ts";
import { putDecision } from "../../records.ts";
import { toJson } from "../../../plan/json.ts";

/** An event that was accepted and not processed yet. */
export const AcceptedEvent = z.strictObject({ event: BusEvent, at: z.number().int() });
export type AcceptedEvent = z.infer<typeof AcceptedEvent>;

/** The same id on another channel is another event. */
function eventId({ channel, id }: BusEvent): string {
  return JSON.stringify([channel, id]);
}

/** Stores an event durably; true if it is new. Its triggers are evaluated afterwards. */
export async function acceptEvent(
  deps: AgentDeps & { events: () => EventIndex },
  tenant: string,
  sent: BusEvent,
): Promise<boolean> {
  const event = { ...sent, payload: unwrapEnvelope(sent.payload) };
  const { store, clock } = deps;
  const now = clock.now();
  const id = eventId(event);
  const group = new Date(now).toISOString().slice(0, 10);
  const body = toJson({ event, at: now });
  try {
    await store.write((tx) => {
      tx.putRecord({ tenant, kind: kinds.event, id, group, status: "accepted", body }, 0);
      tx.enqueue({ queue: queues.event, key: jobKey(tenant, id), tenant, dueAt: now }, now);
    });
    return true;
  } catch (error) {
    if (!isConflict(error)) throw error;
    await recordDuplicates(deps, tenant, event);
    return false;
  }
}

/** Records a deduplicated decision for every trigger that the event matches. */
async function recordDuplicates(
  deps: AgentDeps & { events: () => EventIndex },
  tenant: string,
  event: BusEvent,
): Promise<void> {
  const rows = deps
    .events()
    .concerned(tenant, event.channel, event.payload)
    .filter(({ armed }) => mismatchOf(armed.trigger.conditions, event.payload) === undefined)
    .map(({ agent, armed }) =>
      decisionOf(deps, { agent, firing: { trigger: armed.key, slot: event.id } }, { outcome: "deduplicated" }),
    );
  if (rows.length > 0) await deps.store.write((tx) => rows.forEach((row) => putDecision(tx, tenant, row)));
}
