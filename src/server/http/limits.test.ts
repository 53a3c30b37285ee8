import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createFakeClock } from "../../testing/fake-clock.ts";
import { createRateLimiter, rateHeaders } from "./limits.ts";

const limit = { requests: 3, windowMs: 1000 };

describe("the rate limit", () => {
  it("allows one window of requests for each caller", () => {
    const spend = createRateLimiter(limit, createFakeClock());
    expect([1, 2, 3, 4].map(() => spend("a").allowed)).toEqual([true, true, true, false]);
    expect(spend("b")).toMatchObject({ allowed: true, remaining: 2 });
  });

  it("counts requests allowed just before the window started", () => {
    const clock = createFakeClock();
    const spend = createRateLimiter(limit, clock);
    spend("a");
    clock.advance(999);
    spend("a");
    spend("a");
    clock.advance(1);
    expect([spend("a").allowed, spend("a").allowed]).toEqual([true, false]);
  });

  it("starts over when the clock was set back", () => {
    const clock = createFakeClock();
    const spend = createRateLimiter(limit, clock);
    for (let i = 0; i < 4; i += 1) spend("a");
    clock.advance(-5000);
    expect(spend("a").allowed).toBe(true);
  });

  it("allows the request at the announced retry time", () => {
    const steps = fc.array(fc.nat(700), { maxLength: 40 });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5 }), steps, (requests, waits) => {
        const clock = createFakeClock();
        const spend = createRateLimiter({ requests, windowMs: 1000 }, clock);
        for (const ms of waits) {
          clock.advance(ms);
          const { allowed, retryMs } = spend("a");
          if (allowed) continue;
          expect(retryMs).toBeGreaterThan(0);
          clock.advance(Math.ceil(retryMs));
          expect(spend("a").allowed).toBe(true);
        }
      }),
      { seed: 5, numRuns: 200 },
    );
  });

  it("never allows more than the limit in any window, and nearly as many in the long run", () => {
    const clock = createFakeClock();
    const spend = createRateLimiter(limit, clock);
    const sent: number[] = [];
    for (let ms = 0; ms < 20_000; ms += 10) {
      if (spend("a").allowed) sent.push(ms);
      clock.advance(10);
    }
    const inWindowFrom = (from: number): number => sent.filter((at) => at >= from && at < from + 1000).length;
    expect(Math.max(...sent.map(inWindowFrom))).toBe(3);
    expect(sent.length).toBeGreaterThan(3 * 18);
  });

  it("is sent in whole seconds, rounded up", () => {
    const spent = { allowed: false, remaining: 0, resetMs: 1, retryMs: 1001 };
    expect(rateHeaders(limit, spent)).toEqual({
      "ratelimit-policy": '"default";q=3;w=1',
      ratelimit: '"default";r=0;t=1',
      "retry-after": "2",
    });
  });
});
