import type { Handler, LeasedJob } from "../ports/engine.ts";
import { dueAt } from "./draft-queue.ts";
import type { DraftDeps } from "./draft-deps.ts";
import { findDraft, type VersionedDraft, putDraft, tryWrite } from "./draft-records.ts";
import { notifyChanged, finishApply, isApplying, needsOperator } from "./finish-apply.ts";
import { asOf } from "./stored-draft.ts";

/** Sends reminders, expires Drafts, and checks runs whose notification was lost. */
export function createTimers(deps: DraftDeps): Handler {
  return async ({ job }) => {
    const of = { tenant: job.tenant, draftId: job.key };
    await checkRun(deps, of);
    const kept = await findDraft(deps.store, { tenant: job.tenant, of });
    const now = deps.clock.now();
    if (kept === undefined || asOf(kept.draft, now).status !== kept.draft.status) return expire(deps, job, kept);
    const { draft } = kept;
    const due = dueAt(draft, deps.rules, now);
    if (draft.status !== "DRAFT" || due === undefined || due > now || draft.stage.kind === "applying")
      return releaseJob(deps, job, due);
    const reminded = { ...draft, isReminded: true };
    const isWritten = await tryWrite(deps.store, (tx) => {
      putDraft(tx, job.tenant, { draft: reminded, was: kept });
      deps.notify?.(tx, { kind: "reminder", ...of });
      tx.release(job, { dueAt: draft.expiresAt, now });
    });
    if (!isWritten) await releaseJob(deps, job, now);
  };
}

async function checkRun(deps: DraftDeps, of: { tenant: string; draftId: string }): Promise<void> {
  const kept = await findDraft(deps.store, { tenant: of.tenant, of });
  if (kept === undefined || !isApplying(kept.draft)) return;
  const run = await deps.store.run(of.tenant, kept.draft.stage.runId);
  if (run !== undefined && needsOperator(run)) await notifyChanged(deps, of);
  await finishApply(deps, of);
}

async function expire(deps: DraftDeps, job: LeasedJob, kept: VersionedDraft | undefined): Promise<void> {
  if (kept === undefined) return releaseJob(deps, job, undefined);
  const now = deps.clock.now();
  const expired = asOf(kept.draft, now);
  const isWritten = await tryWrite(deps.store, (tx) => {
    putDraft(tx, job.tenant, { draft: expired, was: kept });
    deps.notify?.(tx, { kind: "changed", tenant: job.tenant, draftId: job.key });
    tx.release(job);
  });
  if (!isWritten) await releaseJob(deps, job, now);
}

/** Releases the job until then, or for good. */
async function releaseJob({ store, clock }: DraftDeps, job: LeasedJob, until: number | undefined): Promise<void> {
  const now = clock.now();
  await store.write((tx) => tx.release(job, until === undefined ? undefined : { dueAt: until, now }));
}
