/** Source of time, so tests can freeze it and replays wait the same. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Calls back once, not before `at`; the returned function cancels the timer. */
  setTimer(at: number, call: () => void): () => void;
}

/** Resolves after the time, or at once when the signal aborts. */
export function pause(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
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
