import type { DraftView } from "../contracts/api/drafts.ts";
import { decideOnOpenDraft } from "./decide-on.ts";
import type { DraftDeps_ } from "./draft-parts.ts";
import { tryWrite } from "./draft-records.ts";
import type { DraftCommand, DraftResult } from "./drafts.ts";
import { saveDraft, viewOf } from "./open-draft.ts";
import { headOf, type StoredDraft } from "./stored-draft.ts";
import { mayCancel } from "./who-may.ts";
import { details } from "./words/details.ts";
import { refuse } from "./words/refuse.ts";

/** Closes the Draft. One that is being applied is told to stop: what is done stays done, and the rest stays open. */
export function cancelDraft(room: DraftDeps_, act: DraftCommand): Promise<DraftResult<DraftView>> {
  const { tenant, actor } = act;
  return decideOnOpenDraft(room, act, async ({ draft, kept, locale }) => {
    if (!mayCancel(draft, actor.id))
      return refuse("FORBIDDEN", { locale, detail: details.notYours[locale](draft.author.name ?? draft.author.id) });
    if (draft.stage.kind === "applying") {
      await room.runs.cancel({ tenant, runId: draft.stage.runId }, { by: actor.id, reason: "the Draft was stopped" });
      return { ok: true, value: viewOf(room, draft) };
    }
    const at = room.clock.now();
    const cancelled: StoredDraft = { ...headOf(draft), status: "CANCELLED", at, by: actor };
    if (!(await tryWrite(room.store, (tx) => saveDraft(room, tx, { tenant, draft: cancelled, was: kept }))))
      return undefined;
    return { ok: true, value: viewOf(room, cancelled) };
  });
}
