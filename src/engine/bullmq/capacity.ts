/** Lets the fetchers of all queues wait for free slots. */
type Capacity = {
  /** Resolves with the number of free slots for this queue when there is one, with 0 when the engine stops. */
  wait: (queue: string) => Promise<number>;
  /** A slot may be free. */
  release(): void;
  close(): void;
};

export function createCapacity(freeSlots: (queue: string) => number): Capacity {
  const waiting = new Set<{ queue: string; resolve: (free: number) => void }>();
  let isClosed = false;
  let isChecking = false;
  const check = (): void => {
    isChecking = false;
    for (const one of waiting) {
      const free = isClosed ? 0 : freeSlots(one.queue);
      if (!isClosed && free <= 0) continue;
      waiting.delete(one);
      one.resolve(free);
    }
  };
  // After this turn of the event loop: slots that become free together are filled together.
  const release = (): void => {
    if (!isChecking) setImmediate(check);
    isChecking = true;
  };
  return {
    wait: (queue) =>
      new Promise((resolve) => {
        waiting.add({ queue, resolve });
        check();
      }),
    release,
    close() {
      isClosed = true;
      check();
    },
  };
}
