import type { Log } from "../../ports/log.ts";

const lookMs = 5_000;
/** More than a clock that is corrected step by step is off between two looks. */
const toleratedMs = 2_000;

/** Reports a system clock that jumps. Timers and leases live with it; times in records and schedules follow the clock. */
export function watchClock(log: Log): () => void {
  const look = createClockWatch({ log, now: () => Date.now(), steadyMs: () => performance.now() });
  const timer = setInterval(look, lookMs);
  timer.unref();
  return () => clearInterval(timer);
}

type ClockWatchParts = { log: Log; now: () => number; steadyMs: () => number };

/** Each call compares how far the clock went since the last call with the time that passed. */
export function createClockWatch({ log, now, steadyMs }: ClockWatchParts): () => void {
  let offset = now() - steadyMs();
  return () => {
    const jumpMs = Math.round(now() - steadyMs() - offset);
    offset += jumpMs;
    if (Math.abs(jumpMs) <= toleratedMs) return;
    const direction = jumpMs > 0 ? "ahead" : "back";
    log.warn(`the system clock jumped ${direction} by ${Math.abs(jumpMs) / 1000} s`, { event: "clock.jumped", jumpMs });
  };
}
