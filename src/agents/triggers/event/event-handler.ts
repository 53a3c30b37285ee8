import type { Handler } from "../../../ports/engine.ts";
import { AcceptedEvent } from "./accept-event.ts";
import { holdEvent } from "./debounce.ts";
import { mismatchOf } from "./conditions.ts";
import type { Decision } from "../../decisions/decision.ts";
import type { EventIndex, EventListener } from "./event-index.ts";
import { decisionOf, fire } from "../../decisions/fire.ts";
import { type AgentDeps, kinds, jobKeyNames } from "../../agent-deps.ts";
import { putDecision } from "../../records.ts";

/** An event older than this is late. */
const graceMs = 60_000;

/** Processes one event: decides every trigger it concerns, then marks it done. */
export function createEventHandler(deps: AgentDeps & { events: () => EventIndex }): Handler {
  return async ({ job, signal }) => {
    const { store, events } = deps;
    const { tenant } = job;
    const [id = ""] = jobKeyNames(job.key);
    const record = await store.record({ tenant, kind: kinds.event, id });
    if (record === undefined || record.status !== "accepted") return await store.write((tx) => tx.release(job));
    const accepted = AcceptedEvent.parse(record.body);
    const { channel, payload } = accepted.event;
    await deps.wakeRuns?.(tenant, { ...accepted.event, at: accepted.at });
    const rows: Decision[] = [];
    for (const listening of events().concerned(tenant, channel, payload)) {
      if (signal.aborted) return;
      const row = await decideEvent(deps, listening, accepted);
      if (row !== undefined) rows.push(row);
    }
    return await store.write((tx) => {
      for (const row of rows) putDecision(tx, tenant, row);
      const { version, ...done } = record;
      // Drops the payload and keeps the id, so that a repeated event is recognised.
      tx.putRecord({ ...done, status: "done", body: null }, version);
      tx.release(job);
    });
  };
}

/** Fires, or returns the decision not to; those are written together. */
async function decideEvent(
  deps: AgentDeps,
  { agent, armed }: EventListener,
  { event, at }: AcceptedEvent,
): Promise<Decision | undefined> {
  const { key: trigger, trigger: wanted } = armed;
  const firing = { trigger, slot: event.id, overlap: wanted.overlap };
  const mismatch = mismatchOf(wanted.conditions, event.payload);
  if (mismatch !== undefined) {
    const detail = `${mismatch.field}: ${mismatch.why}`;
    return decisionOf(deps, { agent, firing }, { outcome: "skipped", reason: "condition", detail });
  }
  if (wanted.catchup === "none" && deps.clock.now() - at > graceMs)
    return decisionOf(deps, { agent, firing }, { outcome: "missed", reason: "late" });
  if (wanted.debounce !== undefined) {
    await holdEvent(deps, { agent, armed }, event);
    return undefined;
  }
  const facts = { trigger: "event", channel: event.channel, event_id: event.id, event: event.payload };
  await fire(deps, agent, { ...firing, context: { facts }, mayRepeat: true });
  return undefined;
}
