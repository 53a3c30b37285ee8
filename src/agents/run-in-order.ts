import type { Store } from "../ports/store.ts";

const queues = new WeakMap<Store, Map<string, Promise<unknown>>>();

/**
 * Runs work on one agent's state one after the other in this process. This is only an optimisation: concurrent writers
 * would conflict and retry. Other processes may still write in between.
 */
export async function runInOrder<T>(store: Store, name: string, work: () => Promise<T>): Promise<T> {
  const line = queues.get(store) ?? new Map<string, Promise<unknown>>();
  queues.set(store, line);
  const current = (line.get(name) ?? Promise.resolve()).then(work, work);
  line.set(name, current);
  try {
    return await current;
  } finally {
    if (line.get(name) === current) line.delete(name);
  }
}
