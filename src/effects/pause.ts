import type { Clock } from "../ports/clock.ts";

/** Resolves after the time, or at once when the signal aborts. */
export function pause(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      cancelTimer();
      signal.removeEventListener("abort", done);
      resolve();
    };
    const cancelTimer = clock.setTimer(clock.now() + ms, done);
    signal.addEventListener("abort", done);
  });
}
