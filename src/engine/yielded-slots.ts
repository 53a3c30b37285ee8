/** How many jobs may yield their slot per slot of concurrency. */
const yieldedPerSlot = 16;

/** Jobs that only wait for other jobs and give up their slot meanwhile. */
type YieldedSlots = {
  count: () => number;
  /**
   * Whether no more jobs of this queue are started because enough of it already wait. The jobs they wait for are of
   * another queue, so those still start and the waiters finish.
   */
  isCrowded: (queue: string) => boolean;
  yieldSlot: <T>(queue: string, wait: Promise<T>) => Promise<T>;
};

export function createYieldedSlots(concurrency: number, onFree: () => void): YieldedSlots {
  const most = concurrency * yieldedPerSlot;
  const waiting = new Map<string, number>();
  let all = 0;
  const count = (queue: string, add: number): void => {
    all += add;
    waiting.set(queue, (waiting.get(queue) ?? 0) + add);
  };
  return {
    count: () => all,
    isCrowded: (queue) => all >= most && (waiting.get(queue) ?? 0) > 0,
    async yieldSlot(queue, wait) {
      count(queue, 1);
      onFree();
      try {
        return await wait;
      } finally {
        count(queue, -1);
      }
    },
  };
}
