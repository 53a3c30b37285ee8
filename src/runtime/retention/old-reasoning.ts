import { factKind, readRun, runKind } from "../../react/run-record.ts";
import { SessionBody, sessionKind } from "../../react/sessions.ts";
import type { Store } from "../../ports/store.ts";
import type { StoredRecord } from "../../ports/stored-record.ts";
import { type Batches, dropAsSeen, type Old, pagesOf } from "./sweep-batch.ts";

/**
 * ReAct runs that ended and were begun long ago, with their facts. Their effects stay: their keys are made of the caller's
 * own request id, which may come again. Ids are the callers' own, so every ended run is looked at.
 */
export async function* oldReasoning(store: Store, { tenant, cutoff }: Old): Batches {
  for await (const page of pagesOf(store, { tenant, kind: runKind, status: "ended" })) {
    const old = page.filter((record) => readRun(record).body.startedAt < cutoff);
    const drop = async (): Promise<void> => {
      // The facts first: a run without facts can be swept again, facts without a run cannot be found.
      for (const record of old) {
        for await (const facts of pagesOf(store, { tenant, kind: factKind, group: record.id }))
          await dropAsSeen(store, facts);
        await dropAsSeen(store, [record]);
      }
    };
    if (old.length > 0) yield { count: old.length, drop };
  }
}

/** Sessions that nothing is left of but what was said. To be called after the runs were swept. */
export async function* emptySessions(store: Store, { tenant }: Old): Batches {
  for await (const page of pagesOf(store, { tenant, kind: sessionKind })) {
    const empty: StoredRecord[] = [];
    for (const record of page) if (await isEmpty(store, record)) empty.push(record);
    if (empty.length > 0) yield { count: empty.length, drop: async () => void (await dropAsSeen(store, empty)) };
  }
}

async function isEmpty(store: Store, { tenant, body }: StoredRecord): Promise<boolean> {
  for (const { requestId: id } of SessionBody.parse(body).turns)
    if ((await store.record({ tenant, kind: runKind, id })) !== undefined) return false;
  return true;
}
