import type { Clock } from "../ports/clock.ts";

export type FakeClock = Clock & {
  /** Moves time on (or back) and calls, in order, whoever waited for a moment that has come. */
  advance(ms: number): void;
  /** How many wait. */
  waiting(): number;
};

/** A clock that stands still until it is told otherwise. */
export function createFakeClock(startAt = Date.UTC(2025, 0, 15, 12)): FakeClock {
  let now = startAt;
  const waiting = new Map<object, { at: number; call: () => void }>();
  return {
    now: () => now,
    wake(at, call) {
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
