import { createFakeClock, type FakeClock } from "../../../src/testing/fake-clock.ts";

/** A wall clock that can be set, over timers that run on regardless, as on a real machine. */
export function createSkewedClock(): FakeClock & { skew(ms: number): void } {
  const inner = createFakeClock();
  let offset = 0;
  return {
    ...inner,
    now: () => inner.now() + offset,
    setTimer: (at, call) => inner.setTimer(at - offset, call),
    skew: (ms) => void (offset += ms),
  };
}
