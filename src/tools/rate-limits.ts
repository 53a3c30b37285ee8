import { z } from "zod";
import { timestampOf } from "../contracts/timestamp.ts";
import { contentHash } from "../plan/hash.ts";
import type { Clock } from "../ports/clock.ts";
import { isConflict } from "../ports/store-error.ts";
import { countCall, firstFree, type WindowLimit } from "../ports/sliding-window.ts";
import type { Store } from "../ports/store.ts";
import type { VerbOptions } from "../ports/verbs.ts";
import { matchesName } from "./policy/approval-policy.ts";
import { ToolError } from "./tool-error.ts";

const periods = { second: 1000, minute: 60_000, hour: 3_600_000 } as const;

/** A limit on how often tools are called in any second, minute or hour. */
export const RateLimit = z.strictObject({
  tools: z.array(z.string().min(1)).min(1).describe("tool names; a trailing * matches any suffix"),
  calls: z.int().min(1).max(1_000_000).describe("calls of these tools together in one period"),
  per: z.enum(["second", "minute", "hour"]).describe("the period"),
  scope: z
    .enum(["tenant", "all"])
    .default("tenant")
    .describe("whether the limit applies to each tenant or to all together"),
});
export type RateLimit = z.infer<typeof RateLimit>;

const kind = "tools.rate";
/** The time that was reserved last, and the calls that count then. */
const Usage = z.strictObject({ last: z.number(), buckets: z.array(z.tuple([z.number(), z.int()])) });
type Usage = z.infer<typeof Usage>;
/** Releases before 1.0 counted in windows of the clock. */
const StoredUsage = Usage.catch({ last: 0, buckets: [] });

type LimitedCall = { tool: string; tenant: string | undefined; wait: VerbOptions["rateWait"] };

/** Counts a call that may be sent now. Throws `rate_limited` otherwise. */
export type RateLimiter = (call: LimitedCall) => Promise<void>;

const maxAttempts = 50;

/**
 * Limits kept in the store, so that all processes share them. A caller that can wait reserves a later time, its
 * place, however many wait. Calls of one process are counted one after the other, to avoid conflicts.
 */
export function createRateLimiter(parts: {
  limits: readonly RateLimit[];
  store: () => Store;
  clock: Clock;
}): RateLimiter {
  let last: Promise<unknown> = Promise.resolve();
  return async ({ tool, tenant, wait }) => {
    const matching = parts.limits.filter(({ tools }) => matchesName(tools, tool));
    const now = parts.clock.now();
    const hasPlace = (limit: RateLimit): boolean =>
      wait?.place !== undefined && now >= wait.place && now <= wait.place + latenessOf(limit);
    if (matching.every(hasPlace)) return;
    const counting = last.then(() => reserve(parts, matching, { tenant, now, latest: wait?.latest ?? now }));
    last = counting.catch(() => undefined);
    const at = await counting;
    if (at <= now) return;
    if (at <= (wait?.latest ?? now)) wait?.onPlace(at);
    const names = matching.map(({ tools, calls, per }) => `${calls} calls of ${tools.join(", ")} a ${per}`);
    throw new ToolError(
      "rate_limited",
      `the limit is ${names.join(" and ")}; the next call is possible at ${timestampOf(at)}`,
    );
  };
}

type Reservation = { tenant: string | undefined; now: number; latest: number };

/** Reserves the first time within all limits, unless it is after `latest`. */
async function reserve(
  { store: openStore }: { store: () => Store },
  limits: readonly RateLimit[],
  { tenant = "", now, latest }: Reservation,
): Promise<number> {
  const store = openStore();
  for (let attempt = 1; ; attempt += 1) {
    const rows = await Promise.all(
      limits.map(async (limit) => {
        const key = { tenant: limit.scope === "all" ? "" : tenant, kind, id: contentHash(limit) };
        const found = await store.record(key);
        const usage = StoredUsage.parse(found?.body);
        return { limit, key, usage, version: found?.version ?? 0 };
      }),
    );
    const at = firstFreeOfAll(rows, now);
    if (at > now && at > latest) return at;
    try {
      await store.write((tx) => {
        for (const { limit, key, usage, version } of rows) {
          const sentBy = at > now ? at + latenessOf(limit) : at;
          const buckets = countCall(usage.buckets, windowOf(limit), { at, sentBy });
          tx.putRecord({ ...key, body: { last: at, buckets } }, version);
        }
      });
      return at;
    } catch (error) {
      if (!isConflict(error) || attempt >= maxAttempts) throw error;
    }
  }
}

/** Times are reserved in order. */
function firstFreeOfAll(rows: readonly { limit: RateLimit; usage: Usage }[], now: number): number {
  let at = Math.max(now, ...rows.map(({ usage }) => usage.last));
  for (let before = -1; before !== at;) {
    before = at;
    for (const { limit, usage } of rows) at = firstFree(usage.buckets, windowOf(limit), at);
  }
  return at;
}

function windowOf({ calls, per }: RateLimit): WindowLimit {
  return { calls, periodMs: periods[per], bucketMs: periods[per] / 100 };
}

/** How much later than its place a call is still sent. Until then it may count. */
const latenessOf = ({ per }: RateLimit): number => Math.min(periods[per] / 5, 2_000);
