import { createBoundedCache } from "../../plan/bounded-cache.ts";
import type { Clock } from "../../ports/clock.ts";
import { type Bucket, countCall, firstFree } from "../../ports/sliding-window.ts";

export type RateLimit = { requests: number; windowMs: number };

/** `retryMs` is 0 if the request is allowed, otherwise the time until the next one would be. */
export type RateDecision = { allowed: boolean; remaining: number; resetMs: number; retryMs: number };

/** Counts requests by caller in a sliding window. */
export function createRateLimiter(limit: RateLimit, clock: Clock): (caller: string) => RateDecision {
  const { requests: calls, windowMs: periodMs } = limit;
  const window = { calls, periodMs, bucketMs: periodMs / 20 };
  const callers = createBoundedCache<string, readonly Bucket[]>(maxCallers);
  return (caller) => {
    const now = clock.now();
    const before = callers.get(caller)?.filter(([until]) => until > now - periodMs) ?? [];
    // A clock that was set back starts over.
    const known = before.some(([until]) => until > now + periodMs) ? [] : before;
    const retryMs = firstFree(known, window, now) - now;
    const allowed = retryMs === 0;
    const buckets = allowed ? countCall(known, window, { at: now }) : known;
    callers.set(caller, buckets);
    const used = buckets.reduce((sum, [, count]) => sum + count, 0);
    return { allowed, remaining: calls - used, resetMs: (buckets[0]?.[0] ?? now) + periodMs - now, retryMs };
  };
}

/** The headers of draft-ietf-httpapi-ratelimit-headers, and `Retry-After` for a rejected request. */
export function rateHeaders({ requests, windowMs }: RateLimit, spent: RateDecision): Record<string, string> {
  return {
    "ratelimit-policy": `"default";q=${requests};w=${windowMs / 1000}`,
    ratelimit: `"default";r=${spent.remaining};t=${Math.ceil(spent.resetMs / 1000)}`,
    ...(!spent.allowed && { "retry-after": String(Math.max(1, Math.ceil(spent.retryMs / 1000))) }),
  };
}

/** Beyond this many callers the least recently seen are evicted. */
const maxCallers = 100_000;
