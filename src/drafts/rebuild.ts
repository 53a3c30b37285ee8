import type { DraftRequestOutcome } from "../contracts/api/drafts.ts";
import type { Tx } from "../ports/store.ts";
import { isConflict } from "../ports/store-error.ts";
import { buildOrRun } from "./create.ts";
import { refuseClosed, decideOnDraft, type FoundDraft } from "./decide-on-draft.ts";
import { type DraftDeps, neverAborts } from "./draft-deps.ts";
import { findDraft, putDraft, tryWrite } from "./draft-records.ts";
import type { DraftCommand, DraftResult } from "./drafts.ts";
import { isApplying } from "./finish-apply.ts";
import { viewOf } from "./open-draft.ts";
import { headOf, isDone, type StoredDraft } from "./stored-draft.ts";
import { mayChange } from "./permissions.ts";
import { details } from "./texts/details.ts";
import { refuse } from "./texts/refuse.ts";

/** A new Draft of the same request: words are planned again, a plan is read again without what it has done already. */
export function rebuildDraft(deps: DraftDeps, act: DraftCommand): Promise<DraftResult<DraftRequestOutcome>> {
  return decideOnDraft<DraftRequestOutcome>(deps, act, async (found) => {
    const { draft, locale } = found;
    if (!mayChange(draft, act.actor.id))
      return refuse("FORBIDDEN", { locale, detail: details.authorOnly[locale](draft.author.name ?? draft.author.id) });
    if (draft.status === "APPLIED") return refuseClosed(found);
    if (isApplying(draft)) return refuse("CONFLICT", { locale, detail: details.beingApplied[locale]() });
    if (draft.replacedBy !== undefined) return replacement(deps, act, draft.replacedBy);
    return replace(deps, act, found);
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
  act: DraftCommand,
  { draft, kept }: FoundDraft,
): Promise<DraftResult<DraftRequestOutcome> | undefined> {
  const { tenant, actor } = act;
  const put = (tx: Tx, replacedBy: string | undefined): void =>
    putDraft(tx, tenant, { draft: withdraw(deps, draft, { by: actor, replacedBy }), was: kept });
  const left = draft.actions.filter((one) => !isDone(one)).map(({ action }) => action);
  const from = draft.words === undefined ? { plan: { ...draft.plan, actions: left } } : { words: draft.words };
  const settled = { picks: draft.picks, answers: draft.answers };
  try {
    const along = (tx: Tx, { id }: { id: string }): void => put(tx, id);
    const made = await buildOrRun(
      deps,
      { tenant, author: draft.author, settled, signal: neverAborts, inTransaction: along },
      from,
    );
    if (made.ok && made.value.kind !== "draft") await tryWrite(deps.store, (tx) => put(tx, undefined));
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
