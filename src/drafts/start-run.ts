import { toPlan } from "../contracts/actions/mapping.ts";
import type { DraftView } from "../contracts/api/drafts.ts";
import type { Plan } from "../plan/plan.ts";
import { isConflict } from "../ports/store-error.ts";
import type { Tx } from "../ports/store.ts";
import { putApproval } from "./approval.ts";
import { refuseClosed, type FoundOpenDraft } from "./decide-on-draft.ts";
import type { DraftDeps } from "./draft-deps.ts";
import { tryWrite } from "./draft-records.ts";
import type { Actor, DraftResult } from "./drafts.ts";
import { reserveKeys } from "./effects.ts";
import { saveDraft, viewOf } from "./save-draft.ts";
import { preflight } from "./preflight.ts";
import { type Approval, headOf, isDone, type StoredAction, type OpenDraft, type Stage } from "./stored-draft.ts";
import { refuse } from "./texts/refuse.ts";

export type ApprovedDraft = { tenant: string; open: FoundOpenDraft };

/** Writes the run, the new stage, the approval and the keys in one transaction: of two starters, one wins. */
export async function startRun(
  deps: DraftDeps,
  { tenant, open }: ApprovedDraft,
  approvals: Approval[],
): Promise<DraftResult<DraftView> | undefined> {
  const cleared = await preflight(deps, tenant, open);
  if (!cleared.ok) {
    if ("actions" in cleared) await markStale(deps, { tenant, open }, cleared.actions);
    return cleared;
  }
  const at = deps.clock.now();
  if (at >= open.draft.expiresAt) return refuseClosed(open);
  const { actions } = cleared;
  const left = actions.filter((kept) => !isDone(kept));
  const last = approvals.at(-1);
  if (last === undefined) return undefined;
  if (left.length === 0)
    return finishAtOnce(deps, { tenant, open }, { actions, by: last.by, inTransaction: cleared.inTransaction });
  let draft: OpenDraft = open.draft;
  const inTransaction = (tx: Tx, run: { id: string }): void => {
    const runId = run.id;
    const stage: Stage = { kind: "applying", approvals, runId, by: last.by };
    draft = { ...open.draft, actions, runs: [...open.draft.runs, runId], stage };
    cleared.inTransaction(tx);
    saveDraft(deps, tx, { tenant, draft, was: open.stored });
    putApproval(tx, { tenant, draft }, last);
    reserveKeys(tx, { tenant, draftId: draft.id, runId, actions: left, at }, open.draft.runs.at(-1));
  };
  const { id: draftId, revision } = open.draft;
  const approvedBy = approvals.map(({ by }) => by.id).join(", ");
  const origin = { kind: "draft", draftId, revision, approvedBy } as const;
  try {
    const plan = toRunnablePlan(open.draft, left);
    const made = await deps.runs.create({ tenant, plan, caller: last.by.id, origin, inTransaction });
    if (!made.ok) return refuse("INVALID_INPUT", { locale: open.locale, issues: made.issues });
  } catch (error) {
    if (isConflict(error)) return undefined;
    throw error;
  }
  return { ok: true, value: viewOf(deps, draft) };
}

/** The card shows the records as they are now and offers to rebuild. Losing the race to another change is fine. */
async function markStale(deps: DraftDeps, { tenant, open }: ApprovedDraft, actions: StoredAction[]): Promise<void> {
  const draft: OpenDraft = { ...open.draft, actions, stage: { kind: "stale" } };
  await tryWrite(deps.store, (tx) => saveDraft(deps, tx, { tenant, draft, was: open.stored }));
}

type SettledOutcome = { actions: StoredAction[]; by: Actor; inTransaction: (tx: Tx) => void };

/** The remaining actions turned out to be done already. */
async function finishAtOnce(
  deps: DraftDeps,
  { tenant, open }: ApprovedDraft,
  { actions, by, inTransaction }: SettledOutcome,
): Promise<DraftResult<DraftView> | undefined> {
  const draft = { ...headOf(open.draft), actions, status: "APPLIED", at: deps.clock.now(), by } as const;
  const isWritten = await tryWrite(deps.store, (tx) => {
    inTransaction(tx);
    saveDraft(deps, tx, { tenant, draft, was: open.stored });
  });
  if (!isWritten) return undefined;
  return { ok: true, value: viewOf(deps, draft) };
}

/** The plan of the remaining actions, in order and under their own ids. */
function toRunnablePlan({ plan }: OpenDraft, left: readonly StoredAction[]): Plan {
  const rest = toPlan({ ...plan, actions: left.map(({ action }) => action) });
  return { ...rest, steps: rest.steps.map((step, at) => ({ ...step, id: left[at]?.id ?? step.id })) };
}
