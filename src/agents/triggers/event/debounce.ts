import { z } from "zod";
import { BusEvent } from "../../../contracts/react/bus-event.ts";
import type { Debounce } from "../../../contracts/react/trigger.ts";
import { type Json, toJson } from "../../../plan/json.ts";
import type { Handler, LeasedJob } from "../../../ports/engine.ts";
import { unlessConflict } from "../../../ports/store-error.ts";
import type { Tx } from "../../../ports/store.ts";
import { type AgentDeps, jobKey, jobKeyNames, kinds, queues } from "../../agent-deps.ts";
import { decisionOf, fire } from "../../decisions/fire.ts";
import { maxAttempts, putDecision, type VersionedRecord } from "../../records.ts";
import type { ArmedEventTrigger, EventListener } from "./event-index.ts";

/** Events of a trigger that wait for a quiet time, oldest first. */
const HeldEvents = z.strictObject({ since: z.number(), dueAt: z.number(), count: z.int(), events: z.array(BusEvent) });
type HeldEvents = z.infer<typeof HeldEvents>;

/** The latest events that are kept; earlier ones are only counted. */
const mostHeld = 100;

type TriggerRef = { tenant: string; agentId: string; trigger: string };

/** Holds the event back until no other one has arrived for a while. A repeated event changes nothing. */
export async function holdEvent(deps: AgentDeps, { agent, armed }: EventListener, event: BusEvent): Promise<void> {
  const { tenant, profile } = agent;
  const of = { tenant, agentId: profile.id, trigger: armed.key };
  const { debounce } = armed.trigger;
  if (debounce === undefined) return;
  for (let attempt = 1; ; attempt += 1) {
    const held = await readHeld(deps, of);
    if (held?.value.events.some(({ id }) => id === event.id) === true) return;
    const now = deps.clock.now();
    const next = withEvent(held?.value, event, { debounce, now });
    const firing = { trigger: armed.key, slot: event.id };
    const decision = decisionOf(
      deps,
      { agent, firing },
      { outcome: "queued", reason: "debounce", limit: debounce.quiet_seconds, until: next.dueAt },
    );
    const key = jobKey(tenant, of.agentId, of.trigger);
    const written = deps.store.write((tx) => {
      tx.putRecord({ ...keyOf(of), body: toJson(next) }, held?.version ?? 0);
      putDecision(tx, tenant, decision);
      tx.enqueue({ queue: queues.debounce, key, tenant, dueAt: next.dueAt }, now);
    });
    if (await unlessConflict(written)) return;
    if (attempt >= maxAttempts) throw new Error(`the events of ${of.agentId} change all the time`);
  }
}

function withEvent(
  held: HeldEvents | undefined,
  event: BusEvent,
  { debounce, now }: { debounce: Debounce; now: number },
): HeldEvents {
  const since = held?.since ?? now;
  const latest = since + (debounce.at_most_seconds ?? Infinity) * 1000;
  return {
    since,
    dueAt: Math.min(now + debounce.quiet_seconds * 1000, latest),
    count: (held?.count ?? 0) + 1,
    events: [...(held?.events ?? []), event].slice(-mostHeld),
  };
}

/** Fires for the held events once their time has come, and drops them in the same transaction. */
export function createDebounceHandler(deps: AgentDeps): Handler {
  return async ({ job }) => {
    const [agentId = "", trigger = ""] = jobKeyNames(job.key);
    const of = { tenant: job.tenant, agentId, trigger };
    const held = await readHeld(deps, of);
    const last = held?.value.events.at(-1);
    if (held === undefined || last === undefined) return await release(deps, job);
    if (held.value.dueAt > deps.clock.now()) return await release(deps, job, held.value.dueAt);
    const drop = (tx: Tx): void => {
      tx.dropRecord(keyOf(of), held.version);
      tx.release(job);
    };
    const agent = deps.registry.find(job.tenant, agentId);
    const armed = agent?.triggers.find((one): one is ArmedEventTrigger => one.kind === "event" && one.key === trigger);
    if (agent === undefined || armed === undefined) return void (await unlessConflict(deps.store.write(drop)));
    const { overlap, debounce } = armed.trigger;
    const event = eventOf(held.value, debounce?.events ?? "last");
    const { channel, id: slot } = last;
    const facts = { trigger: "event", channel, event_id: slot, event, event_count: held.value.count };
    // Another event came meanwhile: it is held with the others, and has woken this job.
    await unlessConflict(fire(deps, agent, { trigger, slot, overlap, context: { facts }, inTransaction: drop }));
  };
}

function eventOf({ events, count }: HeldEvents, wanted: Debounce["events"]): Json {
  const payloads = events.map(({ payload }) => payload);
  return wanted === "last" ? (payloads.at(-1) ?? null) : { count, events: payloads };
}

async function readHeld({ store }: AgentDeps, of: TriggerRef): Promise<VersionedRecord<HeldEvents> | undefined> {
  const record = await store.record(keyOf(of));
  return record === undefined ? undefined : { value: HeldEvents.parse(record.body), version: record.version };
}

function keyOf({ tenant, agentId, trigger }: TriggerRef) {
  return { tenant, kind: kinds.held, id: `${agentId}|${trigger}` };
}

async function release({ store, clock }: AgentDeps, job: LeasedJob, dueAt?: number): Promise<void> {
  await store.write((tx) => tx.release(job, dueAt === undefined ? undefined : { dueAt, now: clock.now() }));
}
