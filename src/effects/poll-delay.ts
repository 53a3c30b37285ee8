const soonestMs = 250;

/**
 * How long to wait before looking again at a run of which nobody has told: a part of the time already waited, so that
 * whoever waits long looks seldom and learns of the end little later.
 */
export function pollDelay(waitedMs: number, latestMs: number): number {
  return Math.min(latestMs, Math.max(soonestMs, waitedMs / 4));
}
