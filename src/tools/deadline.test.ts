import { describe, expect, it, vi } from "vitest";
import { createFakeClock } from "../testing/fake-clock.ts";
import { withDeadline } from "./deadline.ts";

describe("withDeadline", () => {
  const deadline = (timeoutMs = 1000) => {
    const clock = createFakeClock();
    const stop = new AbortController();
    return { clock, stop, parts: { clock, timeoutMs, signal: stop.signal } };
  };

  it("gives what the work gives, also when it throws at once", async () => {
    const { clock, parts } = deadline();
    expect(await withDeadline(parts, async () => 5)).toBe(5);
    const throwing = () => {
      throw new Error("at once");
    };
    await expect(withDeadline(parts, throwing)).rejects.toThrow("at once");
    expect(clock.waiting()).toBe(0);
  });

  it("restarts the time limit on a heartbeat", async () => {
    const { clock, parts } = deadline();
    const work = Promise.withResolvers<number>();
    let goOn: (() => void) | undefined;
    const running = withDeadline(parts, (_, extend) => {
      goOn = extend;
      return work.promise;
    });
    await Promise.resolve();
    clock.advance(900);
    goOn?.();
    clock.advance(900);
    work.resolve(5);
    expect(await running).toBe(5);
  });

  it.each([
    ["its time is over", "timeout", ({ clock }: ReturnType<typeof deadline>) => clock.advance(1000)],
    ["the caller gives up", "canceled", ({ stop }: ReturnType<typeof deadline>) => stop.abort()],
  ])("tells the work when %s, and does not wait for it", async (_, code, end) => {
    const all = deadline();
    const told = vi.fn();
    const running = withDeadline(all.parts, (signal) => {
      signal.addEventListener("abort", told);
      return new Promise<never>(() => {});
    });
    end(all);
    await expect(running).rejects.toMatchObject({ code });
    expect(told).toHaveBeenCalledTimes(1);
    expect(all.clock.waiting()).toBe(0);
  });

  it("does not end a moment early", async () => {
    const { clock, parts } = deadline(1000);
    const work = Promise.withResolvers<string>();
    const running = withDeadline(parts, () => work.promise);
    clock.advance(999);
    work.resolve("in time");
    expect(await running).toBe("in time");
  });

  it("does not start for a caller who gave up before", async () => {
    const { stop, parts } = deadline();
    stop.abort();
    const work = vi.fn(async () => 1);
    await expect(withDeadline(parts, work)).rejects.toMatchObject({ code: "not_sent" });
    expect(work).not.toHaveBeenCalled();
  });

  it("ignores a failure of the work when nobody waits for it", async () => {
    const { clock, parts } = deadline();
    const work = Promise.withResolvers<never>();
    const running = withDeadline(parts, () => work.promise);
    clock.advance(1000);
    await expect(running).rejects.toMatchObject({ code: "timeout" });
    work.reject(new Error("too late"));
    await new Promise(setImmediate);
  });
});
