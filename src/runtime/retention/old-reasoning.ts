import { factKind, readRun, runKind } from "../../react/run-record.ts";
import { SessionBody, sessionKind } from "../../react/sessions.ts";
import type { Store } from "../../ports/store.ts";
import type { StoredRecord } from "../../ports/stored-record.ts";
import { type PurgeBatches, dropUnchanged, type PurgeScope, pagesOf } from "./purge-batch.ts";

/**
 * Ended ReAct runs that started before the cutoff, with their facts. Their effects stay: the keys contain the request id of
 * the caller, which may be reused. Request ids are not ordered by time, so every ended run is checked.
 */
export async function* oldReasoning(store: Store, { tenant, cutoff }: PurgeScope): PurgeBatches {
  for await (const page of pagesOf(store, { tenant, kind: runKind, status: "ended" })) {
    const old = page.filter((record) => readRun(record).body.startedAt < cutoff);
    const drop = async (): Promise<void> => {
      // Facts first: a run without facts can be purged later, but facts without a run cannot be found.
      for (const record of old) {
        for await (const facts of pagesOf(store, { tenant, kind: factKind, group: record.id }))
          await dropUnchanged(store, facts);
        await dropUnchanged(store, [record]);
      }
    };
    if (old.length > 0) yield { count: old.length, drop };
  }
}

/** Sessions without runs. Call it after the runs are purged. */
export async function* emptySessions(store: Store, { tenant }: PurgeScope): PurgeBatches {
  for await (const page of pagesOf(store, { tenant, kind: sessionKind })) {
    const empty: StoredRecord[] = [];
    for (const record of page) if (await isEmpty(store, record)) empty.push(record);
    if (empty.length > 0) yield { count: empty.length, drop: async () => void (await dropUnchanged(store, empty)) };
  }
}

async function isEmpty(store: Store, { tenant, body }: StoredRecord): Promise<boolean> {
  for (const { requestId: id } of SessionBody.parse(body).turns)
    if ((await store.record({ tenant, kind: runKind, id })) !== undefined) return false;
  return true;
}
