import type { Handler, LeasedJob } from "../ports/engine.ts";
import { dueAt } from "./draft-queue.ts";
import type { DraftDeps_ } from "./draft-parts.ts";
import { findDraft, type VersionedDraft, putDraft, tryWrite } from "./draft-records.ts";
import { notifyChanged, finishApply, isApplying, needsOperator } from "./finish.ts";
import { asOf } from "./stored-draft.ts";

/** Reminds, expires, and looks after runs whose end, or question, nobody told of. */
export function createTimers(room: DraftDeps_): Handler {
  return async ({ job }) => {
    const of = { tenant: job.tenant, draftId: job.key };
    await checkRun(room, of);
    const kept = await findDraft(room.store, { tenant: job.tenant, of });
    const now = room.clock.now();
    if (kept === undefined || asOf(kept.draft, now).status !== kept.draft.status) return expire(room, job, kept);
    const { draft } = kept;
    const due = dueAt(draft, room.rules, now);
    if (draft.status !== "DRAFT" || due === undefined || due > now || draft.stage.kind === "applying")
      return releaseJob(room, job, due);
    const reminded = { ...draft, isReminded: true };
    const isWritten = await tryWrite(room.store, (tx) => {
      putDraft(tx, job.tenant, { draft: reminded, was: kept });
      room.notify?.(tx, { kind: "reminder", ...of });
      tx.release(job, { dueAt: draft.expiresAt, now });
    });
    if (!isWritten) await releaseJob(room, job, now);
  };
}

async function checkRun(room: DraftDeps_, of: { tenant: string; draftId: string }): Promise<void> {
  const kept = await findDraft(room.store, { tenant: of.tenant, of });
  if (kept === undefined || !isApplying(kept.draft)) return;
  const run = await room.store.run(of.tenant, kept.draft.stage.runId);
  if (run !== undefined && needsOperator(run)) await notifyChanged(room, of);
  await finishApply(room, of);
}

async function expire(room: DraftDeps_, job: LeasedJob, kept: VersionedDraft | undefined): Promise<void> {
  if (kept === undefined) return releaseJob(room, job, undefined);
  const now = room.clock.now();
  const expired = asOf(kept.draft, now);
  const isWritten = await tryWrite(room.store, (tx) => {
    putDraft(tx, job.tenant, { draft: expired, was: kept });
    room.notify?.(tx, { kind: "changed", tenant: job.tenant, draftId: job.key });
    tx.release(job);
  });
  if (!isWritten) await releaseJob(room, job, now);
}

/** Until then, or for good. */
async function releaseJob({ store, clock }: DraftDeps_, job: LeasedJob, until: number | undefined): Promise<void> {
  const now = clock.now();
  await store.write((tx) => tx.release(job, until === undefined ? undefined : { dueAt: until, now }));
}
