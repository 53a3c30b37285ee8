import { loadOptional } from "../ports/optional-package.ts";
import { createMemoryBus } from "../bus/memory-bus.ts";
import type { TailParts } from "../bus/redis-tail.ts";
import type { Bus } from "../ports/bus.ts";
import type { Ids } from "../ports/ids.ts";
import type { Log } from "../ports/log.ts";
import { StoreError } from "../ports/store-error.ts";
import type { Env } from "../tools/config/secret-text.ts";

/** Opens Redis if `REDIS_URL` is set, otherwise an in-process bus. `REDIS_CHANNELS` lists plain pub/sub channels to read. */
export async function openBus({ env, log, ids }: { env: Env; log: Log; ids: Ids }): Promise<Bus> {
  const url = env["REDIS_URL"];
  if (url === undefined || url === "") return createMemoryBus();
  const plainChannels = (env["REDIS_CHANNELS"] ?? "").split(",").filter((channel) => channel !== "");
  await mustAnswer(url);
  const { openRedisBus } = await loadOptional("@redis/client", "Redis", () => import("../bus/redis-bus.ts"));
  return openRedisBus({ url, log, consumer: ids.next(), plainChannels });
}

/** Reports what is published in Redis until the returned function is called. */
export async function openTail(parts: TailParts): Promise<() => Promise<void>> {
  await mustAnswer(parts.url);
  const { openRedisTail } = await loadOptional("@redis/client", "Redis", () => import("../bus/redis-tail.ts"));
  return openRedisTail(parts);
}

/** Fails at start if Redis is unreachable. Once open, the bus reconnects by itself. */
async function mustAnswer(url: string): Promise<void> {
  const { pingRedis } = await loadOptional("@redis/client", "Redis", () => import("../bus/redis-ping.ts"));
  await pingRedis(url).catch((error: unknown) => {
    throw new StoreError("broken", `Redis: ${error instanceof Error ? error.message : String(error)}`, error);
  });
}
