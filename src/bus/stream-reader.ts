import type { createClient } from "@redis/client";
import { parseJsonText } from "../plan/json-text.ts";
import { BusEvent } from "../contracts/react/bus-event.ts";
import type { Deliver } from "../ports/bus.ts";
import type { Log } from "../ports/log.ts";

export type RedisClient = ReturnType<typeof createClient>;
type StreamNames = { stream: (channel: string) => string; channelOf: (stream: string) => string; dead: string };

export function streamNames(prefix: string): StreamNames {
  const head = `${prefix}events:`;
  return {
    stream: (channel) => head + channel,
    channelOf: (stream) => stream.slice(head.length),
    dead: `${prefix}dead`,
  };
}

type ReaderParts = { client: RedisClient; names: StreamNames; consumer: string; log: Log; idleMs?: number };

const group = "planwright";
const maxDeliveries = 5;
const pauseMs = 500;
const blockMs = 1000;
const stopMs = 3000;
const count = 100;

/**
 * Reads streams as a member of the consumer group until stopped. An event is acknowledged and deleted once it was
 * handled.
 */
export async function createStreamReader(
  parts: ReaderParts,
  channels: readonly string[],
  deliver: Deliver,
): Promise<{ stop(): Promise<void> }> {
  const { client, names, log } = parts;
  const reading = client.duplicate();
  // The loop sees the failure at its next command. An unhandled error event would end the process.
  reading.on("error", () => undefined);
  await reading.connect();
  const streams = channels.map((channel) => names.stream(channel));
  const stopping = new AbortController();
  const loop = async (): Promise<void> => {
    let hasGroups = false;
    while (!stopping.signal.aborted) {
      try {
        if (!hasGroups) await createGroups(client, streams);
        hasGroups = true;
        await claimIdle({ ...parts, deliver }, streams);
        await readNew({ ...parts, client: reading, deliver }, streams);
      } catch (error) {
        hasGroups = false; // a Redis that restarted empty has no groups
        if (stopping.signal.aborted) return;
        log.warn("reading from redis failed, retrying", { event: "bus.read_retry", error: String(error) });
        await new Promise((resolve) => setTimeout(resolve, pauseMs));
      }
    }
  };
  const work = streams.length === 0 ? Promise.resolve() : loop();
  return {
    async stop() {
      stopping.abort();
      // Do not wait for an unreachable Redis when stopping: another process reclaims what is pending.
      await Promise.race([work, new Promise((resolve) => setTimeout(resolve, stopMs).unref())]);
      reading.destroy();
    },
  };
}

async function createGroups(client: RedisClient, streams: readonly string[]): Promise<void> {
  for (const stream of streams)
    await client.xGroupCreate(stream, group, "0", { MKSTREAM: true }).catch((error: unknown) => {
      if (!String(error).includes("BUSYGROUP")) throw error;
    });
}

type DeliveryContext = ReaderParts & { deliver: Deliver };

async function readNew(parts: DeliveryContext, streams: readonly string[]): Promise<void> {
  const from = streams.map((key) => ({ key, id: ">" }));
  const rows = await parts.client.xReadGroup(group, parts.consumer, from, { COUNT: count, BLOCK: blockMs });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- its type covers every reply mode of Redis
  for (const { name, messages } of (rows ?? []) as StreamBatch)
    await Promise.all(messages.map((entry) => handleEntry(parts, { stream: name, entry, times: 1 })));
}

type StreamEntry = { id: string; message: Record<string, string> };
type StreamBatch = { name: string; messages: StreamEntry[] }[];

/** Reclaims events of processes that ended, and those whose last delivery failed. */
async function claimIdle(parts: DeliveryContext, streams: readonly string[]): Promise<void> {
  const { client, consumer, idleMs = 30_000 } = parts;
  for (const stream of streams) {
    const idle = await client.xPendingRange(stream, group, "-", "+", count, { IDLE: idleMs });
    if (idle.length === 0) continue;
    const times = new Map(idle.map(({ id, deliveriesCounter }) => [id, deliveriesCounter + 1]));
    const claimed = await client.xClaim(stream, group, consumer, idleMs, [...times.keys()]);
    for (const entry of claimed) {
      if (entry === null) continue;
      await handleEntry(parts, { stream, entry, times: times.get(entry.id) ?? 1 });
    }
  }
}

async function handleEntry(
  parts: DeliveryContext,
  { stream, entry, times }: { stream: string; entry: StreamEntry; times: number },
): Promise<void> {
  const { names, deliver, log } = parts;
  const payload = parseJsonText(entry.message["payload"] ?? "");
  const event = BusEvent.safeParse({
    id: entry.message["id"] ?? entry.id,
    channel: names.channelOf(stream),
    payload: payload.ok ? payload.value : undefined,
  });
  if (!event.success)
    return moveToDeadLetters(
      parts,
      { stream, entry },
      "malformed event: the payload is not JSON, or the id is too long",
    );
  try {
    await deliver(event.data);
  } catch (error) {
    log.warn("event handler failed, will redeliver", {
      event: "bus.redelivery",
      channel: event.data.channel,
      id: event.data.id,
      times,
      error,
    });
    if (times >= maxDeliveries)
      await moveToDeadLetters(parts, { stream, entry }, `delivery failed ${times} times: ${String(error)}`);
    return;
  }
  await acknowledge(parts, stream, entry.id);
}

/** Moves an event to the dead letters and removes it from the stream, atomically. */
async function moveToDeadLetters(
  { client, names }: DeliveryContext,
  { stream, entry }: { stream: string; entry: StreamEntry },
  why: string,
): Promise<void> {
  const row = {
    id: entry.message["id"] ?? entry.id,
    channel: names.channelOf(stream),
    payload: entry.message["payload"] ?? "",
    why,
  };
  await client.multi().xAdd(names.dead, "*", row).xAck(stream, group, entry.id).xDel(stream, entry.id).exec();
}

async function acknowledge({ client }: DeliveryContext, stream: string, id: string): Promise<void> {
  await client.multi().xAck(stream, group, id).xDel(stream, id).exec();
}
