import { z } from "zod";
import { canonicalText } from "../plan/canonical.ts";
import { asJsonObject, isJsonObject, type Json } from "../plan/json.ts";
import { readPath } from "../plan/resolve.ts";
import { ItemFilter, type WaitFor } from "../plan/step.ts";
import type { Clock } from "../ports/clock.ts";
import { type Fact, unitKey, type UnitRef } from "../ports/fact.ts";
import { hasEnded } from "../ports/run.ts";
import { unlessConflict } from "../ports/store-error.ts";
import { type RecordKey, recordPages, type StoredRecord } from "../ports/stored-record.ts";
import type { Job } from "../ports/engine.ts";
import type { Store, Tx } from "../ports/store.ts";
import type { Change } from "../effects/ledger.ts";
import { holds } from "../plan/condition.ts";
import { wake } from "./run-queue.ts";
import { compact } from "../plan/compact.ts";

/**
 * A run that waits for an event is one stored row, found by the channel and, where a filter wants a top-level field to
 * equal a value, also by that value. An event reads only the rows that may match it, however many runs wait.
 */
const kind = "runs.subscription";

const Subscription = z.strictObject({
  runId: z.string(),
  step: z.string(),
  item: z.int().optional(),
  attempt: z.int(),
  where: z.array(ItemFilter),
  at: z.number(),
});

type EventWait = Extract<WaitFor, { for: "event" }>;
type WaitingUnit = UnitRef & { attempt: number };
type Owner = { tenant: string; id: string };

export function subscribe(run: Owner, unit: WaitingUnit, { wait, at }: { wait: EventWait; at: number }): Change {
  const { channel, where } = wait;
  const { step, item, attempt } = unit;
  const subscription = { runId: run.id, step, ...compact({ item }), attempt, where, at };
  const body = asJsonObject(subscription);
  const isBuffered = wait.since === "run";
  const group = isBuffered ? bufferGroup(run.id, channel) : groupFor(channel, where);
  return (tx) => {
    tx.putRecord({ ...keyOf(run, { step, item, attempt }), group, body }, 0);
    if (isBuffered) tx.enqueue(bufferJob(run, channel, at), at);
  };
}

/** The engine's queue that pairs buffered events with waits. */
export const bufferQueue = "runs.buffer";

export function bufferJob({ id, tenant }: Owner, channel: string, dueAt: number): Job {
  return { queue: bufferQueue, key: `${id}:${channel}`, tenant, dueAt };
}

/** The waits of a run for buffered events, in order. */
export async function waitingOn(
  store: Store,
  tenant: string,
  { runId, channel }: { runId: string; channel: string },
): Promise<StoredRecord[]> {
  return (await store.records({ tenant, kind, group: bufferGroup(runId, channel), limit: 1000 })).toReversed();
}

function bufferGroup(runId: string, channel: string): string {
  return `buffer:${runId}:${channel}`;
}

export function dropSubscription(run: Owner, unit: WaitingUnit): Change {
  return (tx) => tx.dropRecord(keyOf(run, unit), 1);
}

const maxLookups = 64;

/** An event that was accepted at `at`. */
export type ArrivedEvent = { channel: string; id: string; payload: Json; at: number };

/** Wakes every run that waits for this event. An event that is delivered again changes nothing. */
export async function deliverEvent(
  parts: { store: Store; clock: Clock },
  tenant: string,
  event: ArrivedEvent,
): Promise<number> {
  let woken = 0;
  for await (const row of rowsFor(parts.store, { tenant, kind }, event))
    if (await deliverTo(parts, row, { event })) woken += 1;
  return woken;
}

/** The rows of a kind that the event may concern: those of its channel, or of its channel and a value it has. */
export async function* rowsFor(
  store: Store,
  of: { tenant: string; kind: string },
  event: ArrivedEvent,
): AsyncGenerator<StoredRecord> {
  const groups = new Set(groupsOf(event));
  // A payload with very many fields is compared with all rows instead of looked up field by field.
  const queries = groups.size > maxLookups ? [undefined] : groups;
  for (const group of queries)
    for await (const rows of recordPages(store, compact({ ...of, group })))
      for (const row of rows) if (groups.has(row.group ?? "")) yield row;
}

/** A buffered event comes with the change that takes it out of its buffer. */
type Delivery = { event: ArrivedEvent; inTransaction?: (tx: Tx) => void };

/** Ends the wait with the event; false if it does not match or the wait is over. */
export async function deliverTo(
  { store, clock }: { store: Store; clock: Clock },
  { version, ...row }: StoredRecord,
  { event, inTransaction }: Delivery,
): Promise<boolean> {
  const { runId, where, at, ...unit } = compact(Subscription.parse(row.body));
  // An event from before the step started does not count, unless it was buffered.
  if ((inTransaction === undefined && event.at < at) || !matches({ where }, event)) return false;
  const run = await store.run(row.tenant, runId);
  if (run === undefined || hasEnded(run)) return false;
  const { channel, id, payload } = event;
  const output = { timed_out: false, event: { channel, id, payload } };
  const fact: Fact = { kind: "attempt", ...unit, startedAt: at, result: { ok: true, output } };
  const now = clock.now();
  return unlessConflict(
    store.write((tx) => {
      tx.dropRecord(row, version);
      tx.append(runId, fact, now);
      wake(tx, run, now);
      inTransaction?.(tx);
    }),
  );
}

/** Whether the payload passes every filter. */
export function matches(
  { where }: { where: readonly ItemFilter[] },
  { payload }: Pick<ArrivedEvent, "payload">,
): boolean {
  return where.every(({ path, is, to }) => holds(valueAt(payload, path), is, to));
}

function keyOf({ tenant, id }: Owner, unit: { step: string; item?: number | undefined; attempt: number }): RecordKey {
  const { step, item, attempt } = unit;
  return { tenant, kind, id: `${id}:${unitKey({ step, ...compact({ item }) })}:${attempt}` };
}

/** The group of a row with these filters. */
export function groupFor(channel: string, where: readonly ItemFilter[]): string {
  const keyed = where.find(({ path, is, to }) => is === "equal" && !path.includes(".") && isScalar(to));
  return keyed === undefined ? groupOf(channel) : groupOf(channel, keyed.path, keyed.to);
}

function groupOf(channel: string, path?: string, value?: Json): string {
  return canonicalText(path === undefined ? [channel] : [channel, path, value ?? null]);
}

function groupsOf({ channel, payload }: ArrivedEvent): string[] {
  const fields = isJsonObject(payload) ? Object.entries(payload) : [];
  const keyed = fields.flatMap(([name, value]) => (isScalar(value) ? [groupOf(channel, name, value)] : []));
  return [groupOf(channel), ...keyed];
}

function isScalar(value: Json | undefined): boolean {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean";
}

function valueAt(payload: Json, path: string): Json | undefined {
  return readPath(payload, path === "" ? [] : path.split("."));
}
