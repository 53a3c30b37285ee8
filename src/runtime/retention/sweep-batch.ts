import { isConflict } from "../../ports/store-error.ts";
import type { Store } from "../../ports/store.ts";
import type { StoredRecord } from "../../ports/stored-record.ts";

/** Some things that may go, and the way to let them. Finding the next ones does not depend on whether these went. */
export type SweepBatch = { count: number; drop: () => Promise<void> };
export type Batches = AsyncGenerator<SweepBatch>;

/** Whose, and from when on it is kept. */
export type Old = { tenant: string; cutoff: number };

/** How many things are looked at, and go, at once. */
export const batchSize = 200;

/** The first id that could be made at this time: ids begin with the millisecond they were made in. */
export function firstIdAt(at: number): string {
  const time = Math.max(0, at).toString(16).padStart(12, "0");
  return `${time.slice(0, 8)}-${time.slice(8)}`;
}

/** When an id was made, where it says so. */
export function timeOfId(id: string): number | undefined {
  const [, high, low] = /^([0-9a-f]{8})-([0-9a-f]{4})-7/.exec(id) ?? [];
  return high === undefined || low === undefined ? undefined : Number.parseInt(high + low, 16);
}

/** Every record of the query, a page at a time, the last first. */
export async function* pagesOf(
  store: Store,
  query: Omit<Parameters<Store["records"]>[0], "limit">,
): AsyncGenerator<StoredRecord[]> {
  let before = query.before;
  for (;;) {
    const page = await store.records({ ...query, limit: batchSize, ...(before !== undefined && { before }) });
    if (page.length > 0) yield page;
    if (page.length < batchSize) return;
    before = page.at(-1)?.id;
  }
}

/** Drops records as they were seen. One that was changed since stays, and the others with it until the next sweep. */
export async function dropAsSeen(store: Store, records: readonly StoredRecord[]): Promise<boolean> {
  try {
    await store.write((tx) => {
      for (const record of records) tx.dropRecord(record, record.version);
    });
    return true;
  } catch (error) {
    if (isConflict(error)) return false;
    throw error;
  }
}
