import { createClient } from "@redis/client";

/** What `doctor` asks of a Redis. */
export type RedisInspection = { version: string; evictionPolicy: string; roundTripMs: number };

/** Resolves with the version of Redis; rejects if it does not answer. */
export async function pingRedis(url: string): Promise<string> {
  return (await inspectRedis(url)).version;
}

/** Rejects if Redis does not answer. */
export async function inspectRedis(url: string): Promise<RedisInspection> {
  const client = createClient({ url, socket: { connectTimeout: 3_000, reconnectStrategy: false } });
  client.on("error", () => undefined);
  await client.connect();
  try {
    const info = await client.info();
    const startedAt = performance.now();
    await client.ping();
    return {
      version: /redis_version:(\S+)/.exec(info)?.[1] ?? "unknown",
      evictionPolicy: /maxmemory_policy:(\S+)/.exec(info)?.[1] ?? "unknown",
      roundTripMs: performance.now() - startedAt,
    };
  } finally {
    client.destroy();
  }
}
