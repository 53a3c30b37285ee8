import { loadOptional } from "../../ports/optional-package.ts";
import type { RedisInspection } from "../../bus/redis-ping.ts";
import { loadBullmq } from "../../engine/bullmq/queues.ts";
import type { Env } from "../../tools/config/secret-text.ts";
import { chooseEngine } from "../storage/backend.ts";
import type { Finding } from "./finding.ts";

const name = "engine";

/** Which engine delivers jobs, and whether its Redis is fit for it. The database has its own check. */
export async function diagnoseEngine(env: Env): Promise<Finding> {
  try {
    if ((env["DATABASE_URL"] ?? "") === "") return { name, ok: true, message: "embedded: a queue in the SQLite file" };
    const engine = chooseEngine(env);
    if (engine.kind === "leased") return { name, ok: true, message: "leased: workers claim jobs in Postgres" };
    await loadBullmq();
    const { inspectRedis } = await loadOptional("@redis/client", "Redis", () => import("../../bus/redis-ping.ts"));
    return engineFinding(await inspectRedis(engine.redisUrl));
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { name, ok: false, message, fix: "check ENGINE and REDIS_URL" };
  }
}

/** BullMQ needs streams and `BZPOPMIN`, and keys that are not evicted. */
export function engineFinding({ version, evictionPolicy, roundTripMs }: RedisInspection): Finding {
  const message = `BullMQ on Redis ${version}, round trip ${roundTripMs.toFixed(1)} ms`;
  if (Number.parseInt(version, 10) < 6) return { name, ok: false, message, fix: "upgrade Redis to 6.2 or newer" };
  if (evictionPolicy !== "noeviction")
    return {
      name,
      ok: true,
      message: `${message}, maxmemory-policy ${evictionPolicy}`,
      fix: "set maxmemory-policy noeviction: evicted deliveries are added again only after seconds",
    };
  return { name, ok: true, message };
}
