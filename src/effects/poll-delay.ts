const soonestMs = 250;

/**
 * How long to wait before polling a run again: a fraction of the time already waited, so long waits poll rarely and
 * still notice the end soon.
 */
export function pollDelay(waitedMs: number, latestMs: number): number {
  return Math.min(latestMs, Math.max(soonestMs, waitedMs / 4));
}
