/** A limit of calls in any period of that length, wherever it begins. */
export type WindowLimit = { calls: number; periodMs: number; bucketMs: number };

/** Calls that were sent until a time, in order of the times. */
export type Bucket = [untilMs: number, calls: number];

/**
 * The first time from `at` when one more call is within the limit. Buckets are as late as their last call may be, so a
 * limit is never exceeded, and a call may wait one bucket longer than it had to.
 */
export function firstFree(buckets: readonly Bucket[], { calls, periodMs }: WindowLimit, at: number): number {
  let over = 1 - calls;
  for (const [until, count] of buckets) if (until > at - periodMs) over += count;
  let free = at;
  for (const [until, count] of buckets) {
    if (over <= 0) break;
    if (until <= at - periodMs) continue;
    over -= count;
    free = until + periodMs;
  }
  return free;
}

/** Adds a call that is sent at a time or before, and drops buckets that count no more from then on. */
export function countCall(
  buckets: readonly Bucket[],
  { periodMs, bucketMs }: WindowLimit,
  { at, sentBy = at }: { at: number; sentBy?: number },
): Bucket[] {
  const kept = buckets.filter(([until]) => until > at - periodMs);
  const end = Math.max(Math.ceil(sentBy / bucketMs) * bucketMs, kept.at(-1)?.[0] ?? 0);
  const last = kept.at(-1);
  if (last?.[0] === end) return [...kept.slice(0, -1), [end, last[1] + 1]];
  return [...kept, [end, 1]];
}
