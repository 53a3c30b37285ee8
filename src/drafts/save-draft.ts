import type { DraftView } from "../contracts/api/drafts.ts";
import { unlessConflict } from "../ports/store-error.ts";
import type { Tx } from "../ports/store.ts";
import type { DraftDeps } from "./draft-deps.ts";
import { dueAt, jobOf } from "./draft-queue.ts";
import { putDraft, type VersionedDraft } from "./draft-records.ts";
import { toView } from "./draft-view.ts";
import type { OpenDraft, StoredDraft } from "./stored-draft.ts";

type DraftChange = { tenant: string; draft: StoredDraft; was: VersionedDraft | undefined };

/** Stores the Draft and reschedules its timer. */
export function saveDraft(
  { rules, clock, notify, onEnd }: DraftDeps,
  tx: Tx,
  { tenant, draft, was }: DraftChange,
): void {
  const now = clock.now();
  putDraft(tx, tenant, { draft, was });
  notify?.(tx, { kind: "changed", tenant, draftId: draft.id });
  if (draft.status !== "DRAFT") onEnd?.(tx, { tenant, planId: draft.plan.plan_id });
  const due = dueAt(draft, rules, now);
  if (due !== undefined) tx.enqueue(jobOf(tenant, draft.id, due), now);
}

/** Stores the Draft, with what belongs to the change, and shows it; undefined if somebody else changed it first. */
export async function storeDraft(
  deps: DraftDeps,
  change: DraftChange,
  inTransaction?: (tx: Tx) => void,
): Promise<{ ok: true; value: DraftView } | undefined> {
  const write = deps.store.write((tx) => {
    saveDraft(deps, tx, change);
    inTransaction?.(tx);
  });
  return (await unlessConflict(write)) ? { ok: true, value: viewOf(deps, change.draft) } : undefined;
}

export function viewOf({ rules }: DraftDeps, draft: StoredDraft): DraftView {
  return toView(draft, { quorum: rules.quorum });
}

type RevisionFields = Pick<OpenDraft, "revision" | "revisionId" | "expiresAt" | "isReminded">;

/** The fields of a new revision: its number, the id its buttons carry, and a fresh expiry. */
export function nextRevision(
  { ids, clock, rules }: DraftDeps,
  { revision, expiryMs = rules.expiryMs }: Pick<OpenDraft, "revision" | "expiryMs">,
): RevisionFields {
  const expiresAt = clock.now() + expiryMs;
  return { revision: revision + 1, revisionId: ids.next(), expiresAt, isReminded: false };
}
