import { z } from "zod";
import { asJsonObject, Json } from "../plan/json.ts";
import type { Plan } from "../plan/plan.ts";
import { ItemFilter, type WaitFor } from "../plan/step.ts";
import type { Clock } from "../ports/clock.ts";
import type { Handler } from "../ports/engine.ts";
import { hasEnded, type Run } from "../ports/run.ts";
import { unlessConflict } from "../ports/store-error.ts";
import type { StoredRecord } from "../ports/stored-record.ts";
import type { Store, Tx } from "../ports/store.ts";
import { type ArrivedEvent, bufferJob, deliverTo, groupFor, matches, rowsFor, waitingOn } from "./subscriptions.ts";

/**
 * Events for steps that wait with `since: run`. They are stored for the run and the channel from the creation of the run to its
 * end, and paired with waits by a job: oldest first, each event once in the run.
 */
const kind = "runs.buffer";
/** How many events are stored for one run and channel, and for how long. */
const maxEvents = 100;
const maxAgeMs = 7 * 86_400_000;

const Buffer = z.strictObject({
  runId: z.string(),
  channel: z.string(),
  /** For each step, the filters that need no result of the run. */
  where: z.array(z.array(ItemFilter)),
  since: z.number(),
  events: z.array(z.strictObject({ channel: z.string(), id: z.string(), payload: Json, at: z.number() })),
  /** Ids of the latest events, delivered ones included, because an event may arrive again. */
  known: z.array(z.string()),
});
type Buffer = z.infer<typeof Buffer>;
type EventWait = Extract<WaitFor, { for: "event" }>;
type BufferParts = { store: Store; clock: Clock };

export function openBuffers(tx: Tx, run: Run, plan: Plan): void {
  for (const [channel, waits] of bufferedWaits(plan)) {
    const where = waits.map((wait) => wait.where.filter(({ to }) => !isTemplate(to)));
    const buffer: Buffer = { runId: run.id, channel, where, since: run.createdAt, events: [], known: [] };
    const { tenant, key: id } = bufferJob(run, channel, run.createdAt);
    const group = groupFor(channel, where.length === 1 ? (where[0] ?? []) : []);
    tx.putRecord({ tenant, kind, id, group, body: asJsonObject(buffer) }, 0);
  }
}

/** The job of an ended run drops its buffers. */
export function closeBuffers(tx: Tx, { run, plan, now }: { run: Run; plan: Plan; now: number }): void {
  for (const channel of bufferedWaits(plan).keys()) tx.enqueue(bufferJob(run, channel, now), now);
}

/** Whether the channel is known before the run starts. */
export function isBufferable({ channel }: { channel: string }): boolean {
  return !isTemplate(channel);
}

/** Stores the event for every run that may wait for it later. An event that arrives again changes nothing. */
export async function bufferEvent(parts: BufferParts, tenant: string, event: ArrivedEvent): Promise<void> {
  for await (const row of rowsFor(parts.store, { tenant, kind }, event)) await addTo(parts, row, event);
}

async function addTo({ store, clock }: BufferParts, found: StoredRecord, event: ArrivedEvent): Promise<void> {
  for (let row: StoredRecord | undefined = found; row !== undefined; row = await store.record(found)) {
    const { version, ...record } = row;
    const buffer = Buffer.parse(record.body);
    if (buffer.known.includes(event.id) || event.at < buffer.since) return;
    if (!buffer.where.some((where) => matches({ where }, event))) return;
    const now = clock.now();
    const events = [...recent(buffer, now), event].slice(-maxEvents);
    const body = asJsonObject({ ...buffer, events, known: [...buffer.known, event.id].slice(-maxEvents) });
    const { runId: id, channel } = buffer;
    const isWritten = await unlessConflict(
      store.write((tx) => {
        tx.putRecord({ ...record, body }, version);
        tx.enqueue(bufferJob({ id, tenant: record.tenant }, channel, now), now);
      }),
    );
    if (isWritten) return;
  }
}

/** Pairs the events of one run and channel with its waits. */
export function createBufferHandler({ store, clock }: BufferParts): Handler {
  return async ({ job }) => {
    for (;;) {
      const row = await store.record({ tenant: job.tenant, kind, id: job.key });
      if (row === undefined) return await store.write((tx) => tx.release(job));
      const buffer = Buffer.parse(row.body);
      const run = await store.run(job.tenant, buffer.runId);
      if (run === undefined || hasEnded(run)) {
        const drop = (tx: Tx): void => {
          tx.dropRecord(row, row.version);
          tx.release(job);
        };
        if (await unlessConflict(store.write(drop))) return;
        continue;
      }
      if (!(await deliverOne({ store, clock }, { row, buffer }))) return await store.write((tx) => tx.release(job));
    }
  };
}

async function deliverOne(
  parts: BufferParts,
  { row, buffer }: { row: StoredRecord; buffer: Buffer },
): Promise<boolean> {
  const { version, ...record } = row;
  for (const waiting of await waitingOn(parts.store, row.tenant, buffer))
    for (const event of recent(buffer, parts.clock.now())) {
      const events = buffer.events.filter(({ id }) => id !== event.id);
      const inTransaction = (tx: Tx): void =>
        tx.putRecord({ ...record, body: asJsonObject({ ...buffer, events }) }, version);
      if (await deliverTo(parts, waiting, { event, inTransaction })) return true;
    }
  return false;
}

function recent({ events }: Buffer, now: number): Buffer["events"] {
  return events.filter(({ at }) => now - at <= maxAgeMs);
}

/** The waits since the run was created, by channel. */
function bufferedWaits({ steps }: Plan): Map<string, EventWait[]> {
  const waits = steps.flatMap((step) =>
    step.kind === "wait" && step.wait.for === "event" && step.wait.since === "run" && isBufferable(step.wait)
      ? [step.wait]
      : [],
  );
  return Map.groupBy(waits, ({ channel }) => channel);
}

function isTemplate(value: Json | undefined): boolean {
  return JSON.stringify(value ?? null).includes("{{");
}
