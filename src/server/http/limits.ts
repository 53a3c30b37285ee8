import { createBoundedCache } from "../../plan/bounded-cache.ts";
import type { Clock } from "../../ports/clock.ts";

export type RateLimit = { requests: number; windowMs: number };

/** `retryMs` is 0 if the request is allowed, otherwise the time until the next one would be. */
export type RateDecision = { allowed: boolean; remaining: number; resetMs: number; retryMs: number };

/** Counts requests by caller in a sliding window of two halves: exact enough, with one small record for each caller. */
export function createRateLimiter(limit: RateLimit, clock: Clock): (caller: string) => RateDecision {
  const { requests, windowMs } = limit;
  const callers = createBoundedCache<string, Window>(maxCallers);
  return (caller) => {
    const now = clock.now();
    const window = current(callers.get(caller), now, windowMs);
    const share = 1 - (now - window.start) / windowMs;
    const used = window.count + window.before * share;
    const allowed = used + 1 <= requests;
    if (allowed) window.count += 1;
    callers.set(caller, window);
    const remaining = Math.max(0, Math.floor(requests - used - (allowed ? 1 : 0)));
    const retryMs = allowed ? 0 : allowedAt(window, limit) - now;
    return { allowed, remaining, resetMs: window.start + windowMs - now, retryMs };
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

type Window = { start: number; count: number; before: number };

function current(window: Window | undefined, now: number, windowMs: number): Window {
  if (window === undefined || now < window.start || now >= window.start + 2 * windowMs) {
    return { start: now, count: 0, before: 0 };
  }
  if (now < window.start + windowMs) return window;
  return { start: window.start + windowMs, count: 0, before: window.count };
}

/** When enough of the previous window has slid out; a full current window has to become the previous one first. */
function allowedAt({ start, count, before }: Window, { requests, windowMs }: RateLimit): number {
  const left = requests - 1;
  if (count <= left) return start + windowMs * (1 - (left - count) / before);
  return start + windowMs + windowMs * (1 - left / count);
}
