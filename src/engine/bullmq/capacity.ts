/** Lets the fetchers of all queues wait for a free slot. */
type Capacity = {
  /** Resolves with true when a slot is free for this queue, with false when the engine stops. */
  wait: (queue: string) => Promise<boolean>;
  /** A slot may be free. */
  release(): void;
  close(): void;
};

export function createCapacity(isFree: (queue: string) => boolean): Capacity {
  const waiting = new Set<{ queue: string; resolve: (isOpen: boolean) => void }>();
  let isClosed = false;
  const release = (): void => {
    for (const one of waiting) {
      if (!isClosed && !isFree(one.queue)) continue;
      waiting.delete(one);
      one.resolve(!isClosed);
    }
  };
  return {
    async wait(queue) {
      if (isClosed) return false;
      if (isFree(queue)) return true;
      return new Promise((resolve) => waiting.add({ queue, resolve }));
    },
    release,
    close() {
      isClosed = true;
      release();
    },
  };
}
