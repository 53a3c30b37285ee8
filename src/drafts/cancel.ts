import type { DraftView } from "../contracts/api/drafts.ts";
import { decideOnOpenDraft } from "./decide-on-draft.ts";
import type { DraftDeps } from "./draft-deps.ts";
import { tryWrite } from "./draft-records.ts";
import type { DraftCommand, DraftResult } from "./drafts.ts";
import { saveDraft, viewOf } from "./save-draft.ts";
import { headOf, type StoredDraft } from "./stored-draft.ts";

/** Closes the Draft, or stops the run that applies it: what is written stays written, and the rest stays open. */
export function cancelDraft(deps: DraftDeps, command: DraftCommand): Promise<DraftResult<DraftView>> {
  const { tenant, actor } = command;
  return decideOnOpenDraft(deps, command, {
    act: "cancel",
    decide: async ({ draft, stored }) => {
      if (draft.stage.kind === "applying") {
        await deps.runs.cancel(
          { tenant, runId: draft.stage.runId },
          { by: actor.id, reason: command.reason ?? "the Draft was stopped" },
        );
        return { ok: true, value: viewOf(deps, draft) };
      }
      const cancelled: StoredDraft = { ...headOf(draft), status: "CANCELLED", at: deps.clock.now(), by: actor };
      const isWritten = await tryWrite(deps.store, (tx) =>
        saveDraft(deps, tx, { tenant, draft: cancelled, was: stored }),
      );
      return isWritten ? { ok: true, value: viewOf(deps, cancelled) } : undefined;
    },
  });
}
