import type { Clock } from "../ports/clock.ts";

export type FakeClock = Clock & {
  /** Moves time forward or back, and calls due timers in order. */
  advance(ms: number): void;
  /** Number of pending timers. */
  waiting(): number;
};

/** A clock that only moves when the test advances it. */
export function createFakeClock(startAt = Date.UTC(2025, 0, 15, 12)): FakeClock {
  let now = startAt;
  const waiting = new Map<object, { at: number; call: () => void }>();
  return {
    now: () => now,
    setTimer(at, call) {
      const key = {};
      waiting.set(key, { at, call });
      return () => waiting.delete(key);
    },
    advance(ms) {
      now += ms;
      const due = [...waiting].filter(([, { at }]) => at <= now).toSorted(([, a], [, b]) => a.at - b.at);
      for (const [key, { call }] of due) if (waiting.delete(key)) call();
    },
    waiting: () => waiting.size,
  };
}
