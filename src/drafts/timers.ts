import type { Handler, LeasedJob } from "../ports/engine.ts";
import { dueAt } from "./draft-queue.ts";
import type { Room } from "./draft-parts.ts";
import { findDraft, type Kept, putDraft, tryWrite } from "./draft-records.ts";
import { finish, isApplying } from "./finish.ts";
import { asOf, type OpenDraft } from "./stored-draft.ts";

/** Reminds, expires, and looks after runs whose end nobody told of. */
export function createTimers(room: Room, remind: (tenant: string, draft: OpenDraft) => Promise<void>): Handler {
  return async ({ job }) => {
    const of = { tenant: job.tenant, draftId: job.key };
    const first = await findDraft(room.store, { tenant: job.tenant, of });
    if (first !== undefined && isApplying(first.draft)) await finish(room, of);
    const kept = await findDraft(room.store, { tenant: job.tenant, of });
    const now = room.clock.now();
    if (kept === undefined || asOf(kept.draft, now).status !== kept.draft.status) return expire(room, job, kept);
    const { draft } = kept;
    const due = dueAt(draft, room.rules, now);
    if (draft.status !== "DRAFT" || due === undefined || due > now || draft.stage.kind === "applying")
      return rest(room, job, due);
    await remind(job.tenant, draft);
    const reminded = { ...draft, isReminded: true };
    const isWritten = await tryWrite(room.store, (tx) => {
      putDraft(tx, job.tenant, { draft: reminded, was: kept });
      tx.release(job, { dueAt: draft.expiresAt, now });
    });
    if (!isWritten) await rest(room, job, now);
  };
}

async function expire(room: Room, job: LeasedJob, kept: Kept | undefined): Promise<void> {
  if (kept === undefined) return rest(room, job, undefined);
  const now = room.clock.now();
  const expired = asOf(kept.draft, now);
  const isWritten = await tryWrite(room.store, (tx) => {
    putDraft(tx, job.tenant, { draft: expired, was: kept });
    tx.release(job);
  });
  if (isWritten) room.changed(job.tenant, expired);
  else await rest(room, job, now);
}

/** Until then, or for good. */
async function rest({ store, clock }: Room, job: LeasedJob, until: number | undefined): Promise<void> {
  const now = clock.now();
  await store.write((tx) => tx.release(job, until === undefined ? undefined : { dueAt: until, now }));
}
