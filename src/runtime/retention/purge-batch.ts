import { unlessConflict } from "../../ports/store-error.ts";
import type { Store, Tx } from "../../ports/store.ts";
import type { StoredRecord } from "../../ports/stored-record.ts";

/** A batch of items to purge. Finding the next batch does not depend on whether this one was dropped. */
type PurgeBatch = { count: number; drop: () => Promise<void> };
export type PurgeBatches = AsyncGenerator<PurgeBatch>;

/** The tenant, and the time before which items are purged. */
export type PurgeScope = { tenant: string; cutoff: number };

/** Items per batch. */
export const batchSize = 200;

/** The smallest id of this time: ids start with their creation time in milliseconds. */
export function firstIdAt(at: number): string {
  const time = Math.max(0, at).toString(16).padStart(12, "0");
  return `${time.slice(0, 8)}-${time.slice(8)}`;
}

/** The creation time in a UUIDv7; undefined for other ids. */
export function timeOfId(id: string): number | undefined {
  const [, high, low] = /^([0-9a-f]{8})-([0-9a-f]{4})-7/.exec(id) ?? [];
  return high === undefined || low === undefined ? undefined : Number.parseInt(high + low, 16);
}

/** Drops the records if none of them has changed; otherwise keeps them all until the next purge. */
export function dropUnchanged(store: Store, records: readonly StoredRecord[]): Promise<boolean> {
  const drop = (tx: Tx): void => {
    for (const record of records) tx.dropRecord(record, record.version);
  };
  return unlessConflict(store.write(drop));
}
