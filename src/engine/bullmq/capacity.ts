/** Free slots, taken before the deliveries that will fill them are fetched. */
export type Capacity = {
  /** Slots that nobody works in and nobody has taken. */
  free: () => number;
  /** Resolves when slots are free for this queue; takes up to `most` of its share of them. 0 when the engine stops. */
  wait: (queue: string, most: number) => Promise<number>;
  /** Takes one even if none is free: an awaited delivery arrived. */
  take: () => void;
  /** Takes one now, if one is free. */
  tryTake: (queue: string) => boolean;
  /** Gives slots back that were taken and not filled, or are filled now and count by themselves. */
  give: (count?: number) => void;
  /** A slot may be free. */
  release(): void;
  close(): void;
};

/** `shareOf` the free slots is what a queue gets: all fetch at the same time, so none takes them all at once. */
export function createCapacity(freeSlots: () => number, shareOf: (queue: string) => number): Capacity {
  const waiting = new Set<{ queue: string; most: number; resolve: (taken: number) => void }>();
  let taken = 0;
  let isClosed = false;
  let isChecking = false;
  const takeShare = (queue: string, most: number): number => {
    const got = isClosed ? 0 : Math.max(0, Math.min(most, shareOf(queue)));
    taken += got;
    return got;
  };
  const check = (): void => {
    isChecking = false;
    for (const one of waiting) {
      const got = takeShare(one.queue, one.most);
      if (got === 0 && !isClosed) continue;
      waiting.delete(one);
      one.resolve(got);
    }
  };
  // After this turn of the event loop: slots that become free together are filled together.
  const release = (): void => {
    if (!isChecking) setImmediate(check);
    isChecking = true;
  };
  return {
    free: () => freeSlots() - taken,
    wait: (queue, most) =>
      new Promise((resolve) => {
        waiting.add({ queue, most, resolve });
        check();
      }),
    tryTake: (queue) => takeShare(queue, 1) === 1,
    take: () => void (taken += 1),
    give(count = 1) {
      taken -= count;
      release();
    },
    release,
    close() {
      isClosed = true;
      check();
    },
  };
}
