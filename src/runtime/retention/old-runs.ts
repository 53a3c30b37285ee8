import { compact } from "../../plan/compact.ts";
import { draftKind } from "../../drafts/draft-records.ts";
import { hasEnded, type Run } from "../../ports/run.ts";
import type { Store } from "../../ports/store.ts";
import type { Maintenance } from "../../ports/maintenance.ts";
import { batchSize, type PurgeBatches, firstIdAt, type PurgeScope } from "./purge-batch.ts";

/** Records that name the session of a run. */
export const sessionKind = "planner.session";

type OldRunParts = { store: Store; maintenance: Maintenance };

/** Runs that ended before the cutoff. Keeps a run of an open Draft, which may be applied again from it. */
export async function* oldRuns({ store, maintenance }: OldRunParts, { tenant, cutoff }: PurgeScope): PurgeBatches {
  let after: string | undefined;
  for (;;) {
    const query = compact({ tenant, before: firstIdAt(cutoff), limit: batchSize, after });
    const runs = await maintenance.endedRuns(query);
    const old: string[] = [];
    for (const run of runs)
      if (hasEnded(run) && run.endedAt < cutoff && !(await isNeeded(store, run))) old.push(run.id);
    if (old.length > 0) yield { count: old.length, drop: () => dropRuns({ store, maintenance }, tenant, old) };
    if (runs.length < batchSize) return;
    after = runs.at(-1)?.id;
  }
}

async function dropRuns({ store, maintenance }: OldRunParts, tenant: string, ids: readonly string[]): Promise<void> {
  await maintenance.dropRuns(tenant, ids);
  for (const id of ids) {
    const key = { tenant, kind: sessionKind, id };
    const record = await store.record(key);
    if (record !== undefined) await store.write((tx) => tx.dropRecord(key, record.version));
  }
}

async function isNeeded(store: Store, { tenant, origin }: Run): Promise<boolean> {
  if (origin.kind !== "draft") return false;
  const draft = await store.record({ tenant, kind: draftKind, id: origin.draftId });
  return draft?.status === "DRAFT";
}
