/** For each place there is for work, so many jobs may wait for others beside it. */
const asideOfPlace = 16;

/** Jobs that only wait for others, and take no room meanwhile. */
export type YieldedSlots = {
  count: () => number;
  /**
   * Whether jobs of this queue are left where they are, since enough wait already, of this queue among others. What those
   * wait for is of another queue: it is begun as before, and they come to an end.
   */
  isCrowded: (queue: string) => boolean;
  yieldSlot: <T>(queue: string, wait: Promise<T>) => Promise<T>;
};

export function createYieldedSlots(concurrency: number, onFree: () => void): YieldedSlots {
  const most = concurrency * asideOfPlace;
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
