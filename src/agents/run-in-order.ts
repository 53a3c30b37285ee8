import { memoizeByIdentity } from "../plan/bounded-cache.ts";
import { createKeyedQueue } from "../plan/keyed-queue.ts";
import type { Store } from "../ports/store.ts";

const queueOf = memoizeByIdentity((_store: Store) => createKeyedQueue());

/**
 * Runs work on one agent's state one after the other in this process. This is only an optimisation: concurrent writers
 * would conflict and retry. Other processes may still write in between.
 */
export function runInOrder<T>(store: Store, name: string, work: () => Promise<T>): Promise<T> {
  return queueOf(store).run(name, work);
}
