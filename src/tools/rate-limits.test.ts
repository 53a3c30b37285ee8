import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createFakeClock } from "../testing/fake-clock.ts";
import { createMemoryStore } from "../testing/memory-store/store.ts";
import { createRateLimiter, RateLimit, type RateLimiter } from "./rate-limits.ts";

function open(limits: object[]) {
  const store = createMemoryStore();
  const clock = createFakeClock(Date.UTC(2026, 0, 1));
  const counts = { reads: 0, writes: 0 };
  const counted = {
    ...store,
    record: (key: Parameters<typeof store.record>[0]) => ((counts.reads += 1), store.record(key)),
    write: (change: Parameters<typeof store.write>[0]) => ((counts.writes += 1), store.write(change)),
  };
  const create = () =>
    createRateLimiter({ limits: limits.map((limit) => RateLimit.parse(limit)), store: () => counted, clock });
  return { clock, counts, create };
}

/** Calls, and waits as long as it has to; gives the time at which the call was sent, and how often it was refused. */
async function callAt(limiter: RateLimiter, clock: { now(): number }, place?: number, tenant = "acme") {
  let next: number | undefined;
  const wait = { place, latest: Infinity, onPlace: (at: number) => void (next = at) };
  await limiter({ tool: "crm.find", tenant, wait }).catch((error: unknown) => {
    if (next === undefined) throw error;
  });
  return next ?? clock.now();
}

describe("a rate limit", () => {
  it("queues every call beyond it, at a cost that does not depend on the length of the queue", async () => {
    const { clock, counts, create } = open([{ tools: ["crm.*"], calls: 3, per: "second" }]);
    const limiter = create();
    const places: number[] = [];
    for (let call = 0; call < 300; call += 1) places.push(await callAt(limiter, clock));
    const start = clock.now();
    // A call that waits may be sent 200 ms late, so the next ones wait as much longer.
    const seconds = Array.from({ length: 300 }, (_, call) => Math.floor(call / 3));
    expect(places).toEqual(seconds.map((at) => start + at * 1000 + Math.max(0, at - 1) * 200));
    expect(counts).toEqual({ reads: 300, writes: 300 });
    // A place is used without being counted again, and is lost 200 ms later.
    clock.advance(1200);
    expect(await callAt(limiter, clock, start + 1000)).toBe(clock.now());
    expect(counts.writes).toBe(300);
    clock.advance(1);
    expect(await callAt(limiter, clock, start + 1000)).toBe(start + 100 * 1200 - 200);
  });

  it("is kept by several processes, whenever they call and however many limits name the tool", async () => {
    const limits = [
      { tools: ["crm.find"], calls: 2, per: "second" },
      { tools: ["crm.*", "mail.*"], calls: 7, per: "minute" },
    ] as const;
    const pauses = fc.array(fc.tuple(fc.nat({ max: 1 }), fc.constantFrom(0, 0, 7, 300, 999, 1000, 20_000)), {
      maxLength: 40,
    });
    await fc.assert(
      fc.asyncProperty(pauses, async (calls) => {
        const { clock, create } = open([...limits]);
        const processes = [create(), create()] as const;
        const sent: number[] = [];
        for (const [process, pauseMs] of calls) {
          clock.advance(pauseMs);
          const limiter = processes[process === 0 ? 0 : 1];
          sent.push(...(await Promise.all([callAt(limiter, clock), callAt(limiter, clock)])));
        }
        for (const [ms, most] of [
          [1000, 2],
          [60_000, 7],
        ] as const) {
          const inPeriodFrom = (from: number): number => sent.filter((at) => at >= from && at < from + ms).length;
          expect(Math.max(0, ...sent.map(inPeriodFrom))).toBeLessThanOrEqual(most);
        }
      }),
      { seed: 5, numRuns: 50 },
    );
  });

  it("belongs to each tenant or to all, and reserves nothing for a caller that cannot wait", async () => {
    const own = open([{ tools: ["crm.find"], calls: 1, per: "hour" }]);
    const each = own.create();
    for (const tenant of ["acme", "globex"])
      expect(await callAt(each, own.clock, undefined, tenant)).toBe(own.clock.now());
    await expect(each({ tool: "crm.find", tenant: "acme", wait: undefined })).rejects.toThrow("2026-01-01T01:00:00");
    expect(own.counts.writes).toBe(2);
    await each({ tool: "other", tenant: "acme", wait: undefined });
    const whole = open([{ tools: ["crm.find"], calls: 1, per: "hour", scope: "all" }]);
    const all = whole.create();
    await callAt(all, whole.clock);
    await expect(all({ tool: "crm.find", tenant: "globex", wait: undefined })).rejects.toThrow(
      "1 calls of crm.find a hour",
    );
  });
});
