import type { DraftView } from "../contracts/api/drafts.ts";
import { decideOnOpenDraft } from "./decide-on-draft.ts";
import type { DraftDeps } from "./draft-deps.ts";
import { tryWrite } from "./draft-records.ts";
import type { DraftCommand, DraftResult } from "./drafts.ts";
import { refusePermission } from "./permissions.ts";
import { saveDraft, viewOf } from "./save-draft.ts";
import { details } from "./texts/details.ts";
import { refuse } from "./texts/refuse.ts";

/** Asks another person for the decision: one who may apply the Draft. */
export function assignDraft(
  deps: DraftDeps,
  { to, ...command }: DraftCommand & { to: string },
): Promise<DraftResult<DraftView>> {
  const { tenant } = command;
  return decideOnOpenDraft(deps, command, {
    act: "assign",
    subject: to,
    decide: async ({ draft, stored, locale }) => {
      if (refusePermission(draft, { act: "apply", by: to }, deps.rules) !== undefined)
        return refuse("INVALID_INPUT", { locale, detail: details.notAnApprover[locale](to) });
      const assigned = { ...draft, assignee: to };
      const isWritten = await tryWrite(deps.store, (tx) => {
        saveDraft(deps, tx, { tenant, draft: assigned, was: stored });
        deps.notify?.(tx, { kind: "handed_over", tenant, draftId: draft.id });
      });
      return isWritten ? { ok: true, value: viewOf(deps, assigned) } : undefined;
    },
  });
}
