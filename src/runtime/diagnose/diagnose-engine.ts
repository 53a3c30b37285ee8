import { loadOptional } from "../../ports/optional-package.ts";
import type { RedisInspection } from "../../bus/redis-ping.ts";
import { loadBullmq } from "../../engine/bullmq/queues.ts";
import type { DeliveryStats, QueueDepth } from "../../ports/engine.ts";
import type { Env } from "../../tools/config/secret-text.ts";
import { type BackendLocation, chooseEngine, openBackend } from "../storage/backend.ts";
import type { Finding } from "./finding.ts";

const name = "engine";

/** Whether jobs are executed. Only for a database whose schema is up to date. */
export async function diagnoseQueues(location: BackendLocation, now: number): Promise<Finding[]> {
  try {
    const backend = openBackend(location);
    try {
      const depths = await backend.store.jobs.depths(now);
      return [queueFinding(depths, await backend.deliveries?.(depths.map(({ queue }) => queue)), now)];
    } finally {
      await backend.close();
    }
  } catch {
    // The check of the engine says why.
    return [];
  }
}

/** A queue that waits longer than this is reported, and a relay that is idle longer counts as stopped. */
const [slowMs, relayGoneMs] = [60_000, 10_000];

export function queueFinding(depths: readonly QueueDepth[], stats: DeliveryStats | undefined, now: number): Finding {
  const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);
  const [due, running] = [sum(depths.map((one) => one.due)), sum(depths.map((one) => one.running))];
  const waitedMs = Math.max(0, ...depths.map(({ oldestDueAt = now }) => now - oldestDueAt));
  const deliveries = stats === undefined ? "" : `, ${sum(Object.values(stats.waiting))} of them in Redis`;
  const waited = due === 0 ? "" : `, the oldest for ${(waitedMs / 1000).toFixed(1)} s`;
  const finding = { name: "queues", message: `${due} jobs due${deliveries}${waited}; ${running} running` };
  const idle = depths.find(({ queue, due: jobs }) => jobs > 0 && now - (stats?.relayedAt[queue] ?? 0) > relayGoneMs);
  if (stats !== undefined && idle !== undefined)
    return {
      ...finding,
      ok: false,
      message: `${finding.message}; nobody relays ${idle.queue} to Redis`,
      fix: "start a worker (and a daemon for agents), and look for engine.relay_failed in its log",
    };
  if (waitedMs <= slowMs) return { ...finding, ok: true };
  return { ...finding, ok: true, fix: "start more workers, or look for slow tools: planwright jobs queues" };
}

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
