import { compact } from "../contracts/compact.ts";
import type { DraftView } from "../contracts/api/drafts.ts";
import { hasEnded } from "../ports/run.ts";
import { answerDraft } from "./answer.ts";
import { applyDraft } from "./apply.ts";
import { assignDraft } from "./assign.ts";
import { cancelDraft } from "./cancel.ts";
import { createDraft } from "./create-draft.ts";
import type { DraftDeps } from "./draft-deps.ts";
import { findDraft, listDrafts } from "./draft-records.ts";
import type { DraftResult, Drafts, DraftLookup } from "./drafts.ts";
import { editDraft } from "./edit.ts";
import { notifyChanged, finishApply, isApplying, needsOperator, withRun } from "./finish-apply.ts";
import { pickDraft } from "./pick.ts";
import { listQueries } from "./query.ts";
import { rebuildDraft } from "./rebuild.ts";
import { asOf, type StoredDraft } from "./stored-draft.ts";
import { createTimers } from "./timers.ts";
import { toView } from "./draft-view.ts";
import { details } from "./texts/details.ts";
import { refuse } from "./texts/refuse.ts";

/** The gate over a store, runs and verbs. Several processes may share the store. */
export function createDrafts(deps: DraftDeps): Drafts {
  const warn = (draftId: string) => (error: unknown) =>
    deps.log.warn("Draft notification failed, the timer will retry", {
      event: "drafts.notification_failed",
      draftId,
      error: String(error),
    });
  const seen = async (draft: StoredDraft, tenant: string, page?: number): Promise<DraftView> => {
    const now = asOf(draft, deps.clock.now());
    const { draft: current, escalations } = await withRun(deps, { tenant, draft: now });
    return toView(current, compact({ quorum: deps.rules.quorum, escalations, page }));
  };
  const get: Drafts["get"] = async ({ tenant, of, locale, page }) => {
    const kept = await current(deps, { tenant, of });
    if (kept === undefined) return refuse("NOT_FOUND", { locale, detail: details.noDraft[locale ?? "en"]() });
    return { ok: true, value: await seen(kept, tenant, page) };
  };
  return {
    create: (request) => createDraft(deps, request),
    apply: (command) => applyDraft(deps, command, "apply"),
    confirm: (command) => applyDraft(deps, command, "confirm"),
    cancel: (command) => cancelDraft(deps, command),
    assign: (command) => assignDraft(deps, command),
    edit: (command) => editDraft(deps, command),
    pick: (command) => pickDraft(deps, command),
    answer: (command) => answerDraft(deps, command),
    rebuild: (command) => rebuildDraft(deps, command),
    get,
    list: async (query) =>
      Promise.all((await listDrafts(deps.store, query)).map(({ draft }) => seen(draft, query.tenant))),
    queries: (log) => listQueries(deps, log),
    waitUntilSettled: (which, signal) => settled(deps, { which, get }, signal),
    handler: createTimers(deps),
    runChanged(run) {
      if (run.origin.kind !== "draft") return;
      const of = { tenant: run.tenant, draftId: run.origin.draftId };
      // A timer covers a notification that is lost here.
      if (hasEnded(run)) finishApply(deps, of).catch(warn(of.draftId));
      else if (needsOperator(run)) notifyChanged(deps, of).catch(warn(of.draftId));
    },
  };
}

/** The Draft, including the outcome of a run that ended meanwhile. */
async function current(
  deps: DraftDeps,
  { tenant, of }: Pick<DraftLookup, "tenant" | "of">,
): Promise<StoredDraft | undefined> {
  const kept = await findDraft(deps.store, { tenant, of });
  if (kept === undefined || !isApplying(kept.draft)) return kept?.draft;
  await finishApply(deps, { tenant, draftId: kept.draft.id });
  return (await findDraft(deps.store, { tenant, of }))?.draft;
}

type SettleRequest = { which: DraftLookup; get: Drafts["get"] };

async function settled(
  deps: DraftDeps,
  { which, get }: SettleRequest,
  signal?: AbortSignal,
): Promise<DraftResult<DraftView>> {
  for (;;) {
    const found = await get(which);
    if (!found.ok || found.value.next.do !== "wait" || signal?.aborted === true) return found;
    await deps.runs.settled({ tenant: which.tenant, runId: found.value.next.run_id }, signal);
  }
}
