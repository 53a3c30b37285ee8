import { createClient } from "@redis/client";
import { textHash } from "../plan/hash.ts";
import { parseJsonText } from "../plan/json-text.ts";
import { BusEvent } from "../contracts/react/bus-event.ts";
import type { Bus, DeadLetter, Deliver } from "../ports/bus.ts";
import type { Log } from "../ports/log.ts";
import { createStreamReader, type RedisClient, streamNames } from "./stream-reader.ts";

export type RedisBusParts = {
  url: string;
  log: Log;
  /** Begins the names of our streams. */
  prefix?: string;
  /** Names this process in the group; another process with the same name would take its events. */
  consumer: string;
  /** After this long an event that another process took and did not end is taken over. */
  idleMs?: number;
  /** Channels of others, published without a stream: taken as they come, and lost while nobody listens. */
  plainChannels?: readonly string[];
};

/**
 * Events in Redis. What is published here goes into a stream for each channel, read by a consumer group: an event is
 * gone only when a process has taken it. Existing channels of others can be listened to as well.
 */
export async function openRedisBus(parts: RedisBusParts): Promise<Bus> {
  const { url, log, prefix = "planwright:", plainChannels = [] } = parts;
  const names = streamNames(prefix);
  const client: RedisClient = createClient({ url });
  client.on("error", (error: unknown) => log.warn("redis", { error: String(error) }));
  await client.connect();
  const plain = plainChannels.length === 0 ? undefined : client.duplicate();
  plain?.on("error", () => undefined); // the other connection tells of it
  await plain?.connect();
  const stops = new Set<() => Promise<void>>();
  return {
    async publish({ id, channel, payload }) {
      await client.xAdd(names.stream(channel), "*", { id, payload: JSON.stringify(payload) });
    },
    async subscribe(channels, deliver) {
      const reader = await createStreamReader({ ...parts, client, names }, channels, deliver);
      const listened = plainChannels.filter((channel) => channels.includes(channel));
      const hear = (text: string, channel: string): void => void deliverPlain({ text, channel }, deliver, log);
      for (const channel of listened) await plain?.subscribe(channel, hear);
      const stop = async (): Promise<void> => {
        stops.delete(stop);
        // Nobody hears any more from here on, whether Redis answers or not.
        for (const channel of listened) plain?.unsubscribe(channel, hear).catch(() => undefined);
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

/** Several processes hear the same message: without an id of its own, its text and the second it came in are its id. */
async function deliverPlain(heard: { text: string; channel: string }, deliver: Deliver, log: Log): Promise<void> {
  const { text, channel } = heard;
  const parsed = parseJsonText(text);
  const payload = parsed.ok ? parsed.value : text;
  const own = typeof payload === "object" && payload !== null && !Array.isArray(payload) ? payload["id"] : undefined;
  const id =
    typeof own === "string" && own !== "" ? own : `${textHash(text).slice(0, 16)}@${Math.floor(Date.now() / 1000)}`;
  const event = BusEvent.safeParse({ id: id.slice(0, 200), channel, payload });
  if (!event.success) return log.warn("a message on a channel is no event", { channel });
  await deliver(event.data).catch((error: unknown) => log.error("an event was lost", { channel, id, error }));
}
