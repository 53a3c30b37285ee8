import type { Clock } from "../../ports/clock.ts";

type TimeLimit = { clock: Clock; signal: AbortSignal; ms: number };

/**
 * The result of the work. After the time limit, or when the signal fires, its own signal aborts and the work is not
 * waited for: this rejects.
 */
export async function within<T>(
  { clock, signal, ms }: TimeLimit,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const over = new AbortController();
  const cancelTimer = clock.setTimer(clock.now() + ms, () => over.abort(new Error(`no end within ${ms} ms`)));
  const ended = AbortSignal.any([signal, over.signal]);
  const givenUp = Promise.withResolvers<never>();
  const abandon = (): void => givenUp.reject(ended.reason);
  ended.addEventListener("abort", abandon, { once: true });
  if (ended.aborted) abandon();
  try {
    return await Promise.race([givenUp.promise, work(ended)]);
  } finally {
    cancelTimer();
    ended.removeEventListener("abort", abandon);
  }
}
