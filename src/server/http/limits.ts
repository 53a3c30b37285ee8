import type { Clock } from "../../ports/clock.ts";

export type RateLimit = { requests: number; windowMs: number };

export type Spent = { allowed: boolean; remaining: number; resetMs: number };

/** Counts requests by caller in a sliding window of two halves: exact enough, and one small record a caller. */
export function createRateLimiter({ requests, windowMs }: RateLimit, clock: Clock): (caller: string) => Spent {
  const callers = new Map<string, { start: number; count: number; before: number }>();
  return (caller) => {
    const now = clock.now();
    const window = current(callers.get(caller), now, windowMs);
    const share = 1 - (now - window.start) / windowMs;
    const used = window.count + window.before * share;
    const allowed = used + 1 <= requests;
    if (allowed) window.count += 1;
    callers.delete(caller);
    callers.set(caller, window);
    if (callers.size > maxCallers) forgetOldest(callers);
    const remaining = Math.max(0, Math.floor(requests - used - (allowed ? 1 : 0)));
    return { allowed, remaining, resetMs: window.start + windowMs - now };
  };
}

/** Beyond this many callers the ones heard from longest ago are forgotten. */
const maxCallers = 100_000;

type Window = { start: number; count: number; before: number };

function current(window: Window | undefined, now: number, windowMs: number): Window {
  if (window === undefined || now < window.start || now >= window.start + 2 * windowMs) {
    return { start: now, count: 0, before: 0 };
  }
  if (now < window.start + windowMs) return window;
  return { start: window.start + windowMs, count: 0, before: window.count };
}

function forgetOldest(callers: Map<string, Window>): void {
  const [oldest] = callers.keys();
  if (oldest !== undefined) callers.delete(oldest);
}
