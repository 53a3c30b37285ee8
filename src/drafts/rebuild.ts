import type { DraftRequestOutcome } from "../contracts/api/drafts.ts";
import { compact } from "../plan/compact.ts";
import type { Tx } from "../ports/store.ts";
import { isConflict, unlessConflict } from "../ports/store-error.ts";
import { buildOrRun } from "./create-draft.ts";
import { decideOnDraft, type FoundDraft } from "./decide-on-draft.ts";
import { type DraftDeps, neverAborts } from "./draft-deps.ts";
import { findDraft, putDraft } from "./draft-records.ts";
import type { DraftCommand, DraftResult } from "./drafts.ts";
import { viewOf } from "./save-draft.ts";
import { headOf, isDone, type StoredDraft } from "./stored-draft.ts";

/** Makes a new Draft of the same request: text is planned again, a plan is built again without its finished actions. */
export function rebuildDraft(deps: DraftDeps, command: DraftCommand): Promise<DraftResult<DraftRequestOutcome>> {
  return decideOnDraft<DraftRequestOutcome>(deps, command, {
    act: "rebuild",
    decide: async (found) => {
      const { replacedBy } = found.draft;
      return replacedBy === undefined ? replace(deps, command, found) : replacement(deps, command, replacedBy);
    },
  });
}

async function replacement(
  deps: DraftDeps,
  { tenant }: DraftCommand,
  draftId: string,
): Promise<DraftResult<DraftRequestOutcome> | undefined> {
  const kept = await findDraft(deps.store, { tenant, of: { draftId } });
  return kept && { ok: true, value: { kind: "draft", draft: viewOf(deps, kept.draft) } };
}

async function replace(
  deps: DraftDeps,
  command: DraftCommand,
  { draft, stored }: FoundDraft,
): Promise<DraftResult<DraftRequestOutcome> | undefined> {
  const { tenant, actor } = command;
  const put = (tx: Tx, replacedBy: string | undefined): void =>
    putDraft(tx, tenant, { draft: withdraw(deps, draft, { by: actor, replacedBy }), was: stored });
  const left = draft.actions.filter((one) => !isDone(one)).map(({ action }) => action);
  // After something was sent, only the rest is built again, with its old keys.
  const { words } = draft;
  const isSent = draft.runs.length > 0;
  const from = words === undefined || isSent ? { plan: { ...draft.plan, actions: left }, words } : { words };
  const settled = { picks: draft.picks, answers: draft.answers };
  try {
    const inTransaction = (tx: Tx, { id }: { id: string }): void => put(tx, id);
    const made = await buildOrRun(
      deps,
      {
        ...compact({ approvers: draft.approvers, expiryMs: draft.expiryMs }),
        tenant,
        author: draft.author,
        settled,
        signal: neverAborts,
        inTransaction,
      },
      from,
    );
    if (made.ok && made.value.kind !== "draft") await unlessConflict(deps.store.write((tx) => put(tx, undefined)));
    return made;
  } catch (error) {
    if (isConflict(error)) return undefined;
    throw error;
  }
}

type Withdrawal = { by: DraftCommand["actor"]; replacedBy: string | undefined };

function withdraw({ clock }: DraftDeps, draft: StoredDraft, { by, replacedBy }: Withdrawal): StoredDraft {
  const instead = replacedBy === undefined ? {} : { replacedBy };
  if (draft.status !== "DRAFT") return { ...draft, ...instead };
  return { ...headOf(draft), ...instead, status: "CANCELLED", at: clock.now(), by };
}
