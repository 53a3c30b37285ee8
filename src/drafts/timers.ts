import type { Handler, LeasedJob } from "../ports/engine.ts";
import { unlessConflict } from "../ports/store-error.ts";
import { compact } from "../plan/compact.ts";
import { afterMoment, dueMoment } from "../runs/follow-up.ts";
import { dueAt, followUpOf } from "./draft-queue.ts";
import type { DraftDeps } from "./draft-deps.ts";
import { findDraft, type VersionedDraft, putDraft } from "./draft-records.ts";
import { notifyChanged, finishApply, isApplying, needsOperator } from "./finish-apply.ts";
import { asOf, type OpenDraft } from "./stored-draft.ts";

/** Sends reminders, expires Drafts, and checks runs whose notification was lost. */
export function createTimers(deps: DraftDeps): Handler {
  return async ({ job }) => {
    const of = { tenant: job.tenant, draftId: job.key };
    await checkRun(deps, of);
    const kept = await findDraft(deps.store, { tenant: job.tenant, of });
    const now = deps.clock.now();
    if (kept === undefined || asOf(kept.draft, now).status !== kept.draft.status) return expire(deps, job, kept);
    const { draft } = kept;
    const due = draft.status === "DRAFT" ? dueMoment(followUpOf(draft, deps.rules), now) : undefined;
    if (draft.status !== "DRAFT" || due === undefined || draft.stage.kind === "applying")
      return releaseJob(deps, job, dueAt(draft, deps.rules, now));
    const after = due.kind === "remind" ? { ...draft, isReminded: true } : handedOver(deps, draft);
    const isWritten = await unlessConflict(
      deps.store.write((tx) => {
        putDraft(tx, job.tenant, { draft: after, was: kept });
        deps.notify?.(tx, { kind: due.kind === "remind" ? "reminder" : "handed_over", ...of });
        tx.release(job, { dueAt: dueAt(after, deps.rules, now) ?? now, now });
      }),
    );
    if (!isWritten) await releaseJob(deps, job, now);
  };
}

/** The backup is asked from now on. */
function handedOver({ rules, clock }: DraftDeps, draft: OpenDraft): OpenDraft {
  const at = clock.now();
  const { assignee, handOvers = [] } = afterMoment(followUpOf(draft, rules), "handOver", at);
  const { revision } = draft;
  const decisions = handOvers.map(({ to, by, reason }) => {
    return { act: "assign" as const, revision, by: { id: by }, to, at, ...compact({ reason }) };
  });
  return { ...draft, ...compact({ assignee }), history: [...draft.history, ...decisions] };
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
  const isWritten = await unlessConflict(
    deps.store.write((tx) => {
      putDraft(tx, job.tenant, { draft: expired, was: kept });
      deps.notify?.(tx, { kind: "changed", tenant: job.tenant, draftId: job.key });
      deps.onEnd?.(tx, { tenant: job.tenant, planId: expired.plan.plan_id });
      tx.release(job);
    }),
  );
  if (!isWritten) await releaseJob(deps, job, now);
}

/** Releases the job until then, or for good. */
async function releaseJob({ store, clock }: DraftDeps, job: LeasedJob, until: number | undefined): Promise<void> {
  const now = clock.now();
  await store.write((tx) => tx.release(job, until === undefined ? undefined : { dueAt: until, now }));
}
