import type { Clock } from "../../../src/ports/clock.ts";

/** Time that goes faster, the same for every process of a test, so that rests between attempts cost little. */
export function createFastClock(factor: number, origin: number): Clock {
  return {
    now: () => Math.floor(origin + (Date.now() - origin) * factor),
    setTimer(at, call) {
      const realMs = (at - origin) / factor + origin - Date.now();
      const timer = setTimeout(call, Math.max(0, Math.ceil(realMs)));
      return () => clearTimeout(timer);
    },
  };
}
