import { PlanwrightError } from "../../contracts/errors.ts";
import type { Clock } from "../../ports/clock.ts";

type Deadline = {
  /** Aborts when the caller disconnects or the deadline passes. */
  signal: AbortSignal;
  /** Settles with the work, or rejects with `TIMEOUT` if the deadline passes first. */
  within<T>(work: Promise<T>): Promise<T>;
  /** Cancels the timer. */
  clear(): void;
};

/** The deadline of a request. When it passes, the work is aborted and the caller gets `TIMEOUT`. */
export function createDeadline(clock: Clock, ms: number, caller: AbortSignal): Deadline {
  const stop = new AbortController();
  const onDisconnect = (): void => stop.abort(caller.reason);
  if (caller.aborted) onDisconnect();
  else caller.addEventListener("abort", onDisconnect, { once: true });
  let late: (error: Error) => void = () => {};
  const cancel = clock.setTimer(clock.now() + ms, () => {
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
      caller.removeEventListener("abort", onDisconnect);
    },
  };
}
