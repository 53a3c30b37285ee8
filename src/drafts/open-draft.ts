import type { DraftView } from "../contracts/api/drafts.ts";
import type { Tx } from "../ports/store.ts";
import type { BuiltDraft } from "./build.ts";
import type { DraftDeps } from "./draft-deps.ts";
import { type VersionedDraft, putDraft } from "./draft-records.ts";
import { dueAt, jobOf } from "./draft-queue.ts";
import type { Actor } from "./drafts.ts";
import type { OpenDraft, StoredDraft } from "./stored-draft.ts";
import { toView } from "./draft-view.ts";

export type NewDraft = {
  tenant: string;
  author: Actor;
  built: BuiltDraft;
  /** What it was planned from, and what was settled before it came to be. */
  from: Pick<OpenDraft, "words" | "picks" | "answers">;
  /** Goes into the same transaction. */
  inTransaction?: (tx: Tx, draft: OpenDraft) => void;
};

/** Stores a new Draft with its timer. */
export async function openDraft(
  deps: DraftDeps,
  { tenant, author, built, from, inTransaction: along }: NewDraft,
): Promise<OpenDraft> {
  const { clock, ids, rules, store } = deps;
  const now = clock.now();
  const { plan, actions, manifestHash, stage } = built;
  const draft: OpenDraft = {
    id: ids.next(),
    revision: 1,
    revisionId: ids.next(),
    author,
    ...(rules.approvers !== undefined && { approvers: [...rules.approvers] }),
    plan,
    actions,
    manifestHash,
    ...from,
    rounds: 1,
    createdAt: now,
    expiresAt: now + rules.expiryMs,
    isReminded: false,
    runs: [],
    status: "DRAFT",
    stage,
  };
  await store.write((tx) => {
    saveDraft(deps, tx, { tenant, draft, was: undefined });
    along?.(tx, draft);
  });
  return draft;
}

type DraftChange = { tenant: string; draft: StoredDraft; was: VersionedDraft | undefined };

/** Puts the Draft as it now is, and the timer that goes with it. */
export function saveDraft(
  { rules, clock, notify: tell }: DraftDeps,
  tx: Tx,
  { tenant, draft, was }: DraftChange,
): void {
  const now = clock.now();
  putDraft(tx, tenant, { draft, was });
  tell?.(tx, { kind: "changed", tenant, draftId: draft.id });
  const due = dueAt(draft, rules, now);
  if (due !== undefined) tx.enqueue(jobOf(tenant, draft.id, due), now);
}

export function viewOf({ rules }: DraftDeps, draft: StoredDraft): DraftView {
  return toView(draft, { quorum: rules.quorum });
}

type RevisionFields = Pick<OpenDraft, "revision" | "revisionId" | "expiresAt" | "isReminded">;

/** What makes a revision a new one: its number, the id its buttons carry, and its full time. */
export function nextRevision(
  { ids, clock, rules }: DraftDeps,
  { revision }: Pick<OpenDraft, "revision">,
): RevisionFields {
  const expiresAt = clock.now() + rules.expiryMs;
  return { revision: revision + 1, revisionId: ids.next(), expiresAt, isReminded: false };
}
