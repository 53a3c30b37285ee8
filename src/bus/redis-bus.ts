import { createClient } from "@redis/client";
import { textHash } from "../plan/hash.ts";
import { parseJsonText } from "../plan/json-text.ts";
import { BusEvent } from "../contracts/react/bus-event.ts";
import type { Bus, DeadLetter, Deliver } from "../ports/bus.ts";
import type { Log } from "../ports/log.ts";
import { createStreamReader, type RedisClient, streamNames } from "./stream-reader.ts";

type RedisBusParts = {
  url: string;
  log: Log;
  /** Prefix of our stream names. */
  prefix?: string;
  /** Consumer name of this process in the group; must be unique, or two processes would take each other's events. */
  consumer: string;
  /** An event that another process claimed and did not finish is reclaimed after this time. */
  idleMs?: number;
  /** Pub/sub channels of other systems. Delivery is best effort: messages are lost while nobody listens. */
  plainChannels?: readonly string[];
};

/**
 * Events in Redis streams, one per channel, read by a consumer group: an event is removed only after a process has
 * handled it. Plain pub/sub channels can be followed as well.
 */
export async function openRedisBus(parts: RedisBusParts): Promise<Bus> {
  const { url, log, prefix = "planwright:", plainChannels = [] } = parts;
  const names = streamNames(prefix);
  const client: RedisClient = createClient({ url });
  client.on("error", (error: unknown) =>
    log.warn("redis connection error", { event: "bus.connection_error", error: String(error) }),
  );
  await client.connect();
  const plain = plainChannels.length === 0 ? undefined : client.duplicate();
  plain?.on("error", () => undefined); // the main connection reports the error
  await plain?.connect();
  const stops = new Set<() => Promise<void>>();
  return {
    async publish({ id, channel, payload }) {
      await client.xAdd(names.stream(channel), "*", { id, payload: JSON.stringify(payload) });
    },
    async subscribe(channels, deliver) {
      const reader = await createStreamReader({ ...parts, client, names }, channels, deliver);
      const listened = plainChannels.filter((channel) => channels.includes(channel));
      const onMessage = (text: string, channel: string): void => void deliverPlain({ text, channel }, deliver, log);
      for (const channel of listened) await plain?.subscribe(channel, onMessage);
      const stop = async (): Promise<void> => {
        stops.delete(stop);
        // Nothing is delivered after this, whether or not Redis answers.
        for (const channel of listened) plain?.unsubscribe(channel, onMessage).catch(() => undefined);
        await reader.stop();
      };
      stops.add(stop);
      return stop;
    },
    async deadLetters(limit) {
      const rows = await client.xRevRange(names.dead, "+", "-", { COUNT: limit });
      return rows.map(({ message }): DeadLetter => ({
        id: message["id"] ?? "",
        channel: message["channel"] ?? "",
        text: message["payload"] ?? "",
        why: message["why"] ?? "",
      }));
    },
    isShared: true,
    async close() {
      for (const stop of stops) await stop();
      plain?.destroy();
      if (client.isOpen) client.destroy();
    },
  };
}

/**
 * Every process receives the same pub/sub message. A message without an id gets one from its text and the second it
 * arrived, so duplicates are recognised.
 */
async function deliverPlain(message: { text: string; channel: string }, deliver: Deliver, log: Log): Promise<void> {
  const { text, channel } = message;
  const parsed = parseJsonText(text);
  const payload = parsed.ok ? parsed.value : text;
  const own = typeof payload === "object" && payload !== null && !Array.isArray(payload) ? payload["id"] : undefined;
  const id =
    typeof own === "string" && own !== "" ? own : `${textHash(text).slice(0, 16)}@${Math.floor(Date.now() / 1000)}`;
  const event = BusEvent.safeParse({ id: id.slice(0, 200), channel, payload });
  if (!event.success) return log.warn("ignored a malformed message", { event: "bus.malformed_message", channel });
  await deliver(event.data).catch((error: unknown) =>
    log.error("event lost: its handler failed and the channel does not redeliver", {
      event: "bus.event_lost",
      channel,
      id,
      error,
    }),
  );
}
