import { z } from "zod";
import { timestampOf } from "../contracts/timestamp.ts";
import { contentHash } from "../plan/hash.ts";
import type { Clock } from "../ports/clock.ts";
import { isConflict } from "../ports/store-error.ts";
import type { Store } from "../ports/store.ts";
import type { VerbOptions } from "../ports/verbs.ts";
import { matchesName } from "./policy/approval-policy.ts";
import { ToolError } from "./tool-error.ts";

const periods = { second: 1000, minute: 60_000, hour: 3_600_000 } as const;

/** A limit on how often tools are called. Windows begin with each second, minute or hour of the clock. */
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
/** The window in which calls were last reserved, and how many. */
const Usage = z.strictObject({ window: z.number(), used: z.int() });
type Usage = z.infer<typeof Usage>;

type LimitedCall = { tool: string; tenant: string | undefined; wait: VerbOptions["rateWait"] };

/** Counts a call that may be sent now. Throws `rate_limited` otherwise. */
export type RateLimiter = (call: LimitedCall) => Promise<void>;

const maxAttempts = 50;

/**
 * Limits kept in the store, so that all processes share them. A caller that can wait reserves a later window: it
 * is called once, however many wait. Calls of one process are counted one after the other, to avoid conflicts.
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
      wait?.place !== undefined && windowOf(limit, wait.place) === windowOf(limit, now);
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
        const usage: Usage = found === undefined ? { window: 0, used: 0 } : Usage.parse(found.body);
        return { limit, key, usage, version: found?.version ?? 0 };
      }),
    );
    const at = firstFree(rows, now);
    if (at > now && at > latest) return at;
    try {
      await store.write((tx) => {
        for (const { limit, key, usage, version } of rows) {
          const window = windowOf(limit, at);
          tx.putRecord({ ...key, body: { window, used: window === usage.window ? usage.used + 1 : 1 } }, version);
        }
      });
      return at;
    } catch (error) {
      if (!isConflict(error) || attempt >= maxAttempts) throw error;
    }
  }
}

/** Later windows are filled in order, so the last one tells when the next call is possible. */
function firstFree(rows: readonly { limit: RateLimit; usage: Usage }[], now: number): number {
  let at = now;
  for (let before = -1; before !== at;) {
    before = at;
    for (const { limit, usage } of rows) {
      if (windowOf(limit, at) > usage.window) continue;
      at = Math.max(at, usage.used < limit.calls ? usage.window : usage.window + periods[limit.per]);
    }
  }
  return at;
}

function windowOf({ per }: RateLimit, at: number): number {
  return at - (at % periods[per]);
}
