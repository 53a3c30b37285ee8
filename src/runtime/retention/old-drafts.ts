import { effectKeys } from "../../contracts/actions/effect-keys.ts";
import { draftKind, revisionKind } from "../../drafts/draft-records.ts";
import { queryKind } from "../../drafts/query.ts";
import { StoredDraft } from "../../drafts/stored-draft.ts";
import type { Store } from "../../ports/store.ts";
import type { StoredRecord } from "../../ports/stored-record.ts";
import type { Maintenance } from "../../ports/maintenance.ts";
import { type PurgeBatches, dropUnchanged, firstIdAt, type PurgeScope, pagesOf } from "./purge-batch.ts";

type Parts = { store: Store; maintenance: Maintenance };

const ended = ["APPLIED", "CANCELLED", "EXPIRED"] as const;

/**
 * Drafts that ended before the cutoff, with their revisions and effects, whose keys cannot be used without the Draft.
 * Approvals stay in the audit log.
 */
export async function* oldDrafts({ store, maintenance }: Parts, { tenant, cutoff }: PurgeScope): PurgeBatches {
  const before = firstIdAt(cutoff);
  for (const status of ended)
    for await (const page of pagesOf(store, { tenant, kind: draftKind, status, before })) {
      const old = page.flatMap((record) => {
        const draft = StoredDraft.parse(record.body);
        return draft.status !== "DRAFT" && draft.at < cutoff ? [{ record, draft }] : [];
      });
      const drop = async (): Promise<void> => {
        for (const { record, draft } of old)
          if (await dropUnchanged(store, [record, ...(await revisionsOf(store, tenant, draft.id))]))
            await maintenance.dropEffects(tenant, keysOf(draft));
      };
      if (old.length > 0) yield { count: old.length, drop };
    }
}

/** Old entries of the query log. */
export async function* oldQueries(store: Store, { tenant, cutoff }: PurgeScope): PurgeBatches {
  for await (const page of pagesOf(store, { tenant, kind: queryKind, before: firstIdAt(cutoff) }))
    yield { count: page.length, drop: async () => void (await dropUnchanged(store, page)) };
}

async function revisionsOf(store: Store, tenant: string, draftId: string): Promise<StoredRecord[]> {
  const found: StoredRecord[] = [];
  for await (const page of pagesOf(store, { tenant, kind: revisionKind, group: draftId })) found.push(...page);
  return found;
}

function keysOf({ id, actions }: StoredDraft): string[] {
  return [effectKeys.apply(id), ...actions.map((action) => effectKeys.action(id, action.id))];
}
