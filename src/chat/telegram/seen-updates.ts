import { z } from "zod";
import { isConflict } from "../../ports/store-error.ts";
import type { Store } from "../../ports/store.ts";

/** How many updates back a repeated delivery is recognised; ids are consecutive. */
const remembered = 1024;
const kind = "chat.update";
const Seen = z.strictObject({ updateId: z.int() });

/** Does the work for a new update; a repeated delivery waits for the first. */
export type SeenUpdates = { once(updateId: number, work: () => Promise<void>): Promise<void> };

/**
 * An update counts as seen once its work is done. One whose process died is worked on again: that makes another Draft, never
 * another write.
 */
export function createSeenUpdates(store: Store, tenant: string): SeenUpdates {
  const underWay = new Map<number, Promise<void>>();
  const slotOf = (updateId: number) => ({ tenant, kind, id: String(updateId % remembered) });
  const workOnce = async (updateId: number, work: () => Promise<void>): Promise<void> => {
    const found = await store.record(slotOf(updateId));
    if (found !== undefined && Seen.parse(found.body).updateId === updateId) return;
    await work();
    const body = { updateId };
    await store
      .write((tx) => tx.putRecord({ ...slotOf(updateId), body }, found?.version ?? 0))
      .catch((error: unknown) => {
        if (!isConflict(error)) throw error;
      });
  };
  return {
    once(updateId, work) {
      const first = underWay.get(updateId);
      if (first !== undefined) return first;
      const current = workOnce(updateId, work).finally(() => underWay.delete(updateId));
      underWay.set(updateId, current);
      return current;
    },
  };
}
