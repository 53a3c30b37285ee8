import { createClient, type RedisClientType } from "@redis/client";
import { streamNames } from "../../../../src/bus/stream-reader.ts";
import { channels } from "../config.ts";

const stream = streamNames("planwright:").stream(channels.redis);

/**
 * Removes everything. Nobody can know of an event that only Redis had, so its publisher sends those again that were not
 * yet handled; the deliveries of jobs are not restored.
 */
export function flushRedis(url: string): Promise<void> {
  return withRedis(url, async (redis) => {
    const [events] = await redis.multi().xRange(stream, "-", "+").flushAll().execTyped();
    for (const { message } of events) await redis.xAdd(stream, "*", message);
  });
}

/** Every write is refused while the limit is below what Redis uses; 0 is not a limit. */
export function limitRedis(url: string, bytes: number): Promise<void> {
  return withRedis(url, async (redis) => void (await redis.configSet("maxmemory", String(bytes))));
}

async function withRedis(url: string, work: (redis: RedisClientType) => Promise<void>): Promise<void> {
  const redis: RedisClientType = createClient({ url });
  redis.on("error", () => undefined);
  await redis.connect();
  await work(redis);
  redis.destroy();
}
