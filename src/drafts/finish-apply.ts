import { hasEnded, type Run } from "../ports/run.ts";
import { viewRun, type RunView } from "../runs/run-view.ts";
import type { DraftDeps } from "./draft-deps.ts";
import { findDraft, type VersionedDraft, tryWrite } from "./draft-records.ts";
import { confirmKeys } from "./effects.ts";
import { saveDraft, nextRevision } from "./open-draft.ts";
import { withOutcomes } from "./outcomes.ts";
import { headOf, isDone, type OpenDraft, type StoredDraft } from "./stored-draft.ts";

type DraftRef = { tenant: string; draftId: string };

/** As often as others may be faster; a timer comes back to it. */
const maxAttempts = 20;
type ApplyingDraft = OpenDraft & { stage: { kind: "applying" } };

/** Takes over what a run has come to, if it has ended: APPLIED, or open again for the rest. Asking twice is asking once. */
export async function finishApply(deps: DraftDeps, { tenant, draftId }: DraftRef): Promise<void> {
  for (let tries = 0; tries < maxAttempts; tries += 1) {
    const kept = await findDraft(deps.store, { tenant, of: { draftId } });
    if (kept === undefined || !isApplying(kept.draft)) return;
    const view = await viewRun(deps.store, { tenant, runId: kept.draft.stage.runId });
    if (view === undefined || !hasEnded(view.run)) return;
    if (await saveOutcome(deps, { tenant, kept, draft: kept.draft }, view)) return;
  }
  throw new Error(`the Draft ${draftId} changes all the time`);
}

type EndedRun = { tenant: string; kept: VersionedDraft; draft: ApplyingDraft };

async function saveOutcome(deps: DraftDeps, { tenant, kept, draft }: EndedRun, view: RunView): Promise<boolean> {
  const { runId } = draft.stage;
  const at = deps.clock.now();
  const before = new Set(draft.actions.filter((action) => !isDone(action)).map(({ id }) => id));
  const after = afterRun(deps, draft, withOutcomes(draft.actions, view, await deps.store.effects(tenant, runId)));
  const actions = after.actions.filter(({ id }) => before.has(id));
  return tryWrite(deps.store, (tx) => {
    saveDraft(deps, tx, { tenant, draft: after, was: kept });
    confirmKeys(tx, { tenant, draftId: draft.id, runId, actions, at }, after.status === "APPLIED");
  });
}

/** What failed may be tried again, as a new revision: the approval of the old one is spent. */
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

/** What asks a person has something to say, what merely goes on has not. */
export function needsOperator(run: Run): boolean {
  return run.status === "waiting" && run.waiting.for === "operator";
}

/** Tells that a run asks a person something about the Draft. */
export async function notifyChanged({ store, notify: tell }: DraftDeps, { tenant, draftId }: DraftRef): Promise<void> {
  if (tell !== undefined) await store.write((tx) => tell(tx, { kind: "changed", tenant, draftId }));
}

/** The Draft with what its run has come to so far, and what the run asks a person. */
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
