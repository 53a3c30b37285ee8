/** Work by key: one piece at a time for each key, in order; keys do not wait for each other. */
export type KeyedQueue = {
  run<T>(key: string, work: () => Promise<T>): Promise<T>;
  /** Resolves when everything put in so far has ended. */
  idle(): Promise<void>;
};

export function createKeyedQueue(): KeyedQueue {
  const ends = new Map<string, Promise<unknown>>();
  return {
    run(key, work) {
      const before = ends.get(key) ?? Promise.resolve();
      const current = before.then(work, work);
      const end = current
        .catch(() => {})
        .finally(() => {
          if (ends.get(key) === end) ends.delete(key);
        });
      ends.set(key, end);
      return current;
    },
    async idle() {
      await Promise.all(ends.values());
    },
  };
}
