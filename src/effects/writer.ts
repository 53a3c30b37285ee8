import type { Tx } from "../ports/store.ts";
import type { Change } from "./ledger.ts";

/** Commits changes in the order they were added, one transaction at a time. */
export type Writer = {
  add(change: Change): void;
  /** Resolves when everything added so far is durable; later additions may share the commit. */
  flush(): Promise<void>;
  /** How many changes are not durable yet. */
  size(): number;
};

/**
 * `write` is a store's `write`: its callback may run late and more than once, so it reads the pending changes when
 * called.
 */
export function createWriter(write: (change: (tx: Tx) => void) => Promise<void>): Writer {
  const waiting: Change[] = [];
  let added = 0;
  let durable = 0;
  let running: Promise<void> | undefined;
  const once = (): Promise<void> => {
    let applied = 0;
    return write((tx) => {
      applied = waiting.length;
      for (const change of waiting) change(tx);
    }).then(
      () => {
        running = undefined;
        waiting.splice(0, applied);
        durable += applied;
      },
      (error: unknown) => {
        running = undefined;
        throw error;
      },
    );
  };
  return {
    size: () => waiting.length,
    add(change) {
      waiting.push(change);
      added += 1;
    },
    async flush() {
      const goal = added;
      for (;;) {
        if (durable >= goal) return;
        await (running ??= once());
      }
    },
  };
}
