import { PlanwrightError } from "../../contracts/errors.ts";
import type { Clock } from "../../ports/clock.ts";

export type Deadline = {
  /** Fires when the caller goes away or the time is over. */
  signal: AbortSignal;
  /** The work's own end, or `TIMEOUT` when the time is over first. */
  within<T>(work: Promise<T>): Promise<T>;
  /** Takes the timer back. */
  clear(): void;
};

/** The time a request has. The work is told to stop when it is over, and nobody waits for it any longer. */
export function createDeadline(clock: Clock, ms: number, caller: AbortSignal): Deadline {
  const stop = new AbortController();
  const leave = (): void => stop.abort(caller.reason);
  if (caller.aborted) leave();
  else caller.addEventListener("abort", leave, { once: true });
  let late: (error: Error) => void = () => {};
  const cancel = clock.wake(clock.now() + ms, () => {
    const error = new PlanwrightError("TIMEOUT");
    late(error);
    stop.abort(error);
  });
  return {
    signal: stop.signal,
    within: (work) =>
      new Promise((resolve, reject) => {
        late = reject;
        work.then(resolve, reject);
      }),
    clear() {
      cancel();
      caller.removeEventListener("abort", leave);
    },
  };
}
