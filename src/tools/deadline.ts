import type { Clock } from "../ports/clock.ts";
import { ToolError } from "./tool-error.ts";

type Deadline = { clock: Clock; timeoutMs: number; signal: AbortSignal };

/**
 * Runs the work until it settles, times out or the caller aborts. The work is aborted through its signal and not
 * awaited: a tool that ignores it cannot block the caller. `extend` starts the time again.
 */
export function withDeadline<T>(
  deadline: Deadline,
  work: (signal: AbortSignal, extend: () => void) => Promise<T>,
): Promise<T> {
  const { clock, timeoutMs, signal } = deadline;
  if (signal.aborted) return Promise.reject(new ToolError("not_sent", "the caller cancelled the call before the call"));
  return new Promise<T>((resolve, reject) => {
    const inner = new AbortController();
    const stop = (error: ToolError): void => {
      release();
      inner.abort(error);
      reject(error);
    };
    const onAbort = (): void => stop(new ToolError("canceled", "the caller cancelled the call"));
    const setTimer = (): (() => void) =>
      clock.setTimer(clock.now() + timeoutMs, () => stop(new ToolError("timeout", `no answer within ${timeoutMs} ms`)));
    let cancelTimer = setTimer();
    let isOver = false;
    const extend = (): void => {
      if (isOver) return;
      cancelTimer();
      cancelTimer = setTimer();
    };
    const release = (): void => {
      isOver = true;
      cancelTimer();
      signal.removeEventListener("abort", onAbort);
    };
    signal.addEventListener("abort", onAbort, { once: true });
    // The wrapper turns a synchronous throw of the work into a rejection.
    (async () => work(inner.signal, extend))().then(resolve, reject).finally(release).catch(reject);
  });
}
