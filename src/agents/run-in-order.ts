import type { Store } from "../ports/store.ts";

const lines = new WeakMap<Store, Map<string, Promise<unknown>>>();

/**
 * Runs work on one agent's state one after the other in this process. This is only an optimisation: concurrent writers
 * would conflict and retry. Other processes may still write in between.
 */
export async function runInOrder<T>(store: Store, name: string, work: () => Promise<T>): Promise<T> {
  const line = lines.get(store) ?? new Map<string, Promise<unknown>>();
  lines.set(store, line);
  const mine = (line.get(name) ?? Promise.resolve()).then(work, work);
  line.set(name, mine);
  try {
    return await mine;
  } finally {
    if (line.get(name) === mine) line.delete(name);
  }
}
