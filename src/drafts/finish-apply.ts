import { hasEnded, type Run } from "../ports/run.ts";
import { viewRun, type RunView } from "../runs/run-view.ts";
import type { DraftDeps } from "./draft-deps.ts";
import { findDraft, type VersionedDraft } from "./draft-records.ts";
import { confirmKeys } from "./effects.ts";
import { nextRevision, storeDraft } from "./save-draft.ts";
import { withOutcomes } from "./outcomes.ts";
import { headOf, isDone, type OpenDraft, type StoredDraft } from "./stored-draft.ts";

type DraftRef = { tenant: string; draftId: string };

/** Conflicts with other writers before giving up; the timer tries again. */
const maxAttempts = 20;
type ApplyingDraft = OpenDraft & { stage: { kind: "applying" } };

/** Takes over the outcome of a run that has ended: the Draft is APPLIED, or open again for what is left. Idempotent. */
export async function finishApply(deps: DraftDeps, { tenant, draftId }: DraftRef): Promise<void> {
  for (let tries = 0; tries < maxAttempts; tries += 1) {
    const kept = await findDraft(deps.store, { tenant, of: { draftId } });
    if (kept === undefined || !isApplying(kept.draft)) return;
    const view = await viewRun(deps.store, { tenant, runId: kept.draft.stage.runId });
    if (view === undefined || !hasEnded(view.run)) return;
    if (await saveOutcome(deps, { tenant, kept, draft: kept.draft }, view)) return;
  }
  throw new Error(`gave up saving the outcome of Draft ${draftId}: too many concurrent changes`);
}

type EndedRun = { tenant: string; kept: VersionedDraft; draft: ApplyingDraft };

async function saveOutcome(deps: DraftDeps, { tenant, kept, draft }: EndedRun, view: RunView): Promise<boolean> {
  const { runId } = draft.stage;
  const at = deps.clock.now();
  const before = new Set(draft.actions.filter((action) => !isDone(action)).map(({ id }) => id));
  const after = afterRun(deps, draft, withOutcomes(draft.actions, view, await deps.store.effects(tenant, runId)));
  const actions = after.actions.filter(({ id }) => before.has(id));
  const saved = await storeDraft(deps, { tenant, draft: after, was: kept }, (tx) =>
    confirmKeys(tx, { tenant, draftId: draft.id, runId, actions, at }, after.status === "APPLIED"),
  );
  return saved !== undefined;
}

/** Failed actions can be retried as a new revision; the approval of the old one is used up. */
function afterRun(deps: DraftDeps, draft: ApplyingDraft, actions: StoredDraft["actions"]): StoredDraft {
  const head = { ...headOf(draft), actions };
  if (actions.every(isDone)) return { ...head, status: "APPLIED", at: deps.clock.now(), by: draft.stage.by };
  return {
    ...head,
    ...nextRevision(deps, draft),
    status: "DRAFT",
    stage: { kind: "ready", approvals: [], confirming: [] },
  };
}

/** Whether the run waits for an operator. */
export function needsOperator(run: Run): boolean {
  return run.status === "waiting" && run.waiting.for === "operator";
}

/** Notifies that the run of the Draft waits for a person. */
export async function notifyChanged({ store, notify }: DraftDeps, { tenant, draftId }: DraftRef): Promise<void> {
  if (notify !== undefined) await store.write((tx) => notify(tx, { kind: "changed", tenant, draftId }));
}

/** The Draft with the outcomes of its run so far, and the run's open escalations. */
export async function withRun(
  { store }: DraftDeps,
  { tenant, draft }: { tenant: string; draft: StoredDraft },
): Promise<{ draft: StoredDraft; escalations: string[] }> {
  const view = isApplying(draft) ? await viewRun(store, { tenant, runId: draft.stage.runId }) : undefined;
  if (view === undefined) return { draft, escalations: [] };
  const effects = await store.effects(tenant, view.run.id);
  const open = view.waits.filter(({ state }) => state === "open");
  return {
    draft: { ...draft, actions: withOutcomes(draft.actions, view, effects) },
    escalations: open.map(({ id }) => id),
  };
}

export function isApplying(draft: StoredDraft): draft is ApplyingDraft {
  return draft.status === "DRAFT" && draft.stage.kind === "applying";
}
