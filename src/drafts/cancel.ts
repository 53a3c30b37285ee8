import type { DraftView } from "../contracts/api/drafts.ts";
import { decideOnOpenDraft } from "./decide-on-draft.ts";
import type { DraftDeps } from "./draft-deps.ts";
import { tryWrite } from "./draft-records.ts";
import type { DraftCommand, DraftResult } from "./drafts.ts";
import { saveDraft, viewOf } from "./open-draft.ts";
import { headOf, type StoredDraft } from "./stored-draft.ts";
import { mayCancel } from "./permissions.ts";
import { details } from "./texts/details.ts";
import { refuse } from "./texts/refuse.ts";

/** Closes the Draft. One that is being applied is told to stop: what is done stays done, and the rest stays open. */
export function cancelDraft(deps: DraftDeps, act: DraftCommand): Promise<DraftResult<DraftView>> {
  const { tenant, actor } = act;
  return decideOnOpenDraft(deps, act, async ({ draft, kept, locale }) => {
    if (!mayCancel(draft, actor.id))
      return refuse("FORBIDDEN", { locale, detail: details.notYours[locale](draft.author.name ?? draft.author.id) });
    if (draft.stage.kind === "applying") {
      await deps.runs.cancel({ tenant, runId: draft.stage.runId }, { by: actor.id, reason: "the Draft was stopped" });
      return { ok: true, value: viewOf(deps, draft) };
    }
    const at = deps.clock.now();
    const cancelled: StoredDraft = { ...headOf(draft), status: "CANCELLED", at, by: actor };
    if (!(await tryWrite(deps.store, (tx) => saveDraft(deps, tx, { tenant, draft: cancelled, was: kept }))))
      return undefined;
    return { ok: true, value: viewOf(deps, cancelled) };
  });
}
