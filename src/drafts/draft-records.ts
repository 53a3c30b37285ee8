import type { StoredRecord } from "../ports/stored-record.ts";
import type { Store, Tx } from "../ports/store.ts";
import { asJsonObject, isJsonObject } from "../plan/json.ts";
import { StoredDraft } from "./stored-draft.ts";

export const draftKind = "drafts.draft";
/** Maps a revision to its Draft: a button carries only the revision. */
export const revisionKind = "drafts.revision";

/** A Draft with the version that the next write must be based on. */
export type VersionedDraft = { draft: StoredDraft; version: number };

type DraftLocator = { tenant: string; of: { draftId: string } | { revisionId: string } };

export async function findDraft(store: Store, { tenant, of }: DraftLocator): Promise<VersionedDraft | undefined> {
  const id = "draftId" in of ? of.draftId : await draftOfRevision(store, tenant, of.revisionId);
  const record = id === undefined ? undefined : await store.record({ tenant, kind: draftKind, id });
  return record === undefined ? undefined : toVersioned(record);
}

export async function listDrafts(
  store: Store,
  { tenant, author, ...page }: { tenant: string; status?: string; author?: string; limit: number; before?: string },
): Promise<VersionedDraft[]> {
  const group = author === undefined ? {} : { group: author };
  return (await store.records({ tenant, kind: draftKind, ...group, ...page })).map(toVersioned);
}

/** Stores the Draft and its revision entry. Conflicts if somebody else changed it. */
export function putDraft(
  tx: Tx,
  tenant: string,
  { draft, was }: { draft: StoredDraft; was: VersionedDraft | undefined },
): void {
  const { id, author, status } = draft;
  const body = asJsonObject(draft);
  tx.putRecord({ tenant, kind: draftKind, id, group: author.id, status, body }, was?.version ?? 0);
  if (was?.draft.revisionId === draft.revisionId) return;
  tx.putRecord({ tenant, kind: revisionKind, id: draft.revisionId, group: id, body: { draftId: id } }, 0);
}

async function draftOfRevision(store: Store, tenant: string, id: string): Promise<string | undefined> {
  const body = (await store.record({ tenant, kind: revisionKind, id }))?.body;
  return isJsonObject(body) && typeof body["draftId"] === "string" ? body["draftId"] : undefined;
}

function toVersioned({ body, version }: StoredRecord): VersionedDraft {
  return { draft: StoredDraft.parse(body), version };
}
