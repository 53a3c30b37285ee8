import type { DraftView } from "../contracts/api/drafts.ts";
import { hasEnded } from "../ports/run.ts";
import { answerDraft } from "./answer.ts";
import { applyDraft } from "./apply.ts";
import { cancelDraft } from "./cancel.ts";
import { createDraft } from "./create.ts";
import type { DraftDeps, DraftDeps_ } from "./draft-parts.ts";
import { findDraft, listDrafts } from "./draft-records.ts";
import type { DraftResult, Drafts, DraftLookup } from "./drafts.ts";
import { editDraft } from "./edit.ts";
import { notifyChanged, finishApply, isApplying, needsOperator, withRun } from "./finish.ts";
import { pickDraft } from "./pick.ts";
import { listQueries } from "./query.ts";
import { rebuildDraft } from "./rebuild.ts";
import { asOf, type StoredDraft } from "./stored-draft.ts";
import { createTimers } from "./timers.ts";
import { toView } from "./view.ts";
import { details } from "./words/details.ts";
import { refuse } from "./words/refuse.ts";

/** The gate over a store, runs and verbs. Two processes may share the store. */
export function createDrafts(parts: DraftDeps): Drafts {
  const room: DraftDeps_ = parts;
  const warn = (draftId: string) => (error: unknown) =>
    parts.log.warn("the news of a Draft were lost", { draftId, error: String(error) });
  const seen = async (draft: StoredDraft, tenant: string, page?: number): Promise<DraftView> => {
    const now = asOf(draft, parts.clock.now());
    const { draft: current, escalations } = await withRun(room, { tenant, draft: now });
    return toView(current, { quorum: parts.rules.quorum, escalations, ...(page !== undefined && { page }) });
  };
  const get: Drafts["get"] = async ({ tenant, of, locale, page }) => {
    const kept = await current(room, { tenant, of });
    if (kept === undefined) return refuse("NOT_FOUND", { locale, detail: details.noDraft[locale ?? "en"]() });
    return { ok: true, value: await seen(kept, tenant, page) };
  };
  return {
    create: (request) => createDraft(room, request),
    apply: (act) => applyDraft(room, act, "apply"),
    confirm: (act) => applyDraft(room, act, "confirm"),
    cancel: (act) => cancelDraft(room, act),
    edit: (act) => editDraft(room, act),
    pick: (act) => pickDraft(room, act),
    answer: (act) => answerDraft(room, act),
    rebuild: (act) => rebuildDraft(room, act),
    get,
    list: async (query) =>
      Promise.all((await listDrafts(parts.store, query)).map(({ draft }) => seen(draft, query.tenant))),
    queries: (log) => listQueries(room, log),
    waitUntilSettled: (which, signal) => settled(room, { which, get }, signal),
    handler: createTimers(room),
    runChanged(run) {
      if (run.origin.kind !== "draft") return;
      const of = { tenant: run.tenant, draftId: run.origin.draftId };
      // A timer looks after an end, or a question, that is missed.
      if (hasEnded(run)) finishApply(room, of).catch(warn(of.draftId));
      else if (needsOperator(run)) notifyChanged(room, of).catch(warn(of.draftId));
    },
  };
}

/** The Draft, with the outcome of a run that has ended meanwhile. */
async function current(room: DraftDeps_, { tenant, of }: Pick<DraftLookup, "tenant" | "of">): Promise<StoredDraft | undefined> {
  const kept = await findDraft(room.store, { tenant, of });
  if (kept === undefined || !isApplying(kept.draft)) return kept?.draft;
  await finishApply(room, { tenant, draftId: kept.draft.id });
  return (await findDraft(room.store, { tenant, of }))?.draft;
}

type SettleRequest = { which: DraftLookup; get: Drafts["get"] };

async function settled(room: DraftDeps_, { which, get }: SettleRequest, signal?: AbortSignal): Promise<DraftResult<DraftView>> {
  for (;;) {
    const found = await get(which);
    if (!found.ok || found.value.next.do !== "wait" || signal?.aborted === true) return found;
    await room.runs.settled({ tenant: which.tenant, runId: found.value.next.run_id }, signal);
  }
}
