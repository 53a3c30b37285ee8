import type { StoredRecord } from "../ports/stored-record.ts";
import { isConflict } from "../ports/store-error.ts";
import type { Store, Tx } from "../ports/store.ts";
import { type Json, isJsonObject } from "../plan/json.ts";
import { StoredDraft } from "./stored-draft.ts";

export const draftKind = "drafts.draft";
/** Revision to its Draft: a button names a revision only. */
export const revisionKind = "drafts.revision";

/** A Draft with the version a change of it must be based on. */
export type VersionedDraft = { draft: StoredDraft; version: number };

export type DraftLocator = { tenant: string; of: { draftId: string } | { revisionId: string } };

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

/** Puts the Draft, and the way from its revision to it. Conflict: somebody else has changed it. */
export function putDraft(
  tx: Tx,
  tenant: string,
  { draft, was }: { draft: StoredDraft; was: VersionedDraft | undefined },
): void {
  const { id, author, status } = draft;
  // Stored Drafts are JSON through and through; the type only does not say so of absent fields.
  const body = draft as unknown as Json;
  tx.putRecord({ tenant, kind: draftKind, id, group: author.id, status, body }, was?.version ?? 0);
  if (was?.draft.revisionId === draft.revisionId) return;
  tx.putRecord({ tenant, kind: revisionKind, id: draft.revisionId, group: id, body: { draftId: id } }, 0);
}

/** Whether it was written; false when somebody else was faster. */
export async function tryWrite(store: Store, change: (tx: Tx) => void): Promise<boolean> {
  try {
    await store.write(change);
    return true;
  } catch (error) {
    if (isConflict(error)) return false;
    throw error;
  }
}

async function draftOfRevision(store: Store, tenant: string, id: string): Promise<string | undefined> {
  const body = (await store.record({ tenant, kind: revisionKind, id }))?.body;
  return isJsonObject(body) && typeof body["draftId"] === "string" ? body["draftId"] : undefined;
}

function toVersioned({ body, version }: StoredRecord): VersionedDraft {
  return { draft: StoredDraft.parse(body), version };
}
