import type { DraftView } from "../contracts/api/drafts.ts";
import { compact } from "../plan/compact.ts";
import { applyDraft } from "./apply.ts";
import { createDraft } from "./create-draft.ts";
import { decideOnOpenDraft } from "./decide-on-draft.ts";
import type { DraftDeps } from "./draft-deps.ts";
import { findDraft, listDrafts } from "./draft-records.ts";
import { toView } from "./draft-view.ts";
import type { DraftCommand, DraftLookup, DraftResult, Drafts } from "./drafts.ts";
import { finishApply, isApplying, needsOperator, notifyChanged, withRun } from "./finish-apply.ts";
import { refusePermission } from "./permissions.ts";
import { listQueries } from "./query.ts";
import { rebuildDraft } from "./rebuild.ts";
import { answerDraft, editDraft, pickDraft } from "./revise.ts";
import { storeDraft, viewOf } from "./save-draft.ts";
import { asOf, headOf, type StoredDraft } from "./stored-draft.ts";
import { details } from "./texts/details.ts";
import { refuse } from "./texts/refuse.ts";
import { createTimers } from "./timers.ts";
import { hasEnded } from "../ports/run.ts";

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

/** Asks another person for the decision: one who may apply the Draft. */
function assignDraft(
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
      return storeDraft(deps, { tenant, draft: assigned, was: stored }, (tx) =>
        deps.notify?.(tx, { kind: "handed_over", tenant, draftId: draft.id }),
      );
    },
  });
}

/** Closes the Draft, or stops the run that applies it: what is written stays written, and the rest stays open. */
function cancelDraft(deps: DraftDeps, command: DraftCommand): Promise<DraftResult<DraftView>> {
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
      return storeDraft(deps, { tenant, draft: cancelled, was: stored });
    },
  });
}
