import { createClient } from "@redis/client";

/** Resolves with the version of Redis; rejects when it does not answer. */
export async function pingRedis(url: string): Promise<string> {
  const client = createClient({ url, socket: { connectTimeout: 3_000, reconnectStrategy: false } });
  client.on("error", () => undefined);
  await client.connect();
  try {
    return /redis_version:(\S+)/.exec(await client.info("server"))?.[1] ?? "unknown";
  } finally {
    client.destroy();
  }
}
