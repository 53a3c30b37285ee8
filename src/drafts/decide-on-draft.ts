import { timestampOf } from "../contracts/timestamp.ts";
import type { Language } from "../contracts/actions/plan.ts";
import { wholeHash } from "./action-hash.ts";
import type { DraftDeps } from "./draft-deps.ts";
import { findDraft, type VersionedDraft } from "./draft-records.ts";
import type { DraftCommand, DraftResult, ShownRevision } from "./drafts.ts";
import { asOf, type OpenDraft, type StoredDraft } from "./stored-draft.ts";
import { details } from "./texts/details.ts";
import { refuse, type Refusal } from "./texts/refuse.ts";

/** A Draft as the person saw it, and as the store has it. */
export type FoundDraft = { kept: VersionedDraft; draft: StoredDraft; locale: Language };
export type FoundOpenDraft = FoundDraft & { draft: OpenDraft };

/** What a decision comes to; undefined when somebody else was faster and it is to be made again. */
export type DraftDecider<F extends FoundDraft, T> = (found: F) => Promise<DraftResult<T> | undefined>;

/** As often as others may be faster before a person is told to come back. */
const maxAttempts = 100;

/** Decides on the Draft that was shown, as it stands; again from the start whenever somebody else has changed it meanwhile. */
export async function decideOnDraft<T>(
  deps: DraftDeps,
  act: DraftCommand,
  decide: DraftDecider<FoundDraft, T>,
): Promise<DraftResult<T>> {
  for (let tries = 0; tries < maxAttempts; tries += 1) {
    const found = await findShown(deps, act);
    if (!found.ok) return found;
    const refusal = superseded(found.value, act.shown);
    const answer = refusal ?? (await decide(found.value));
    if (answer !== undefined) return answer;
  }
  return refuse("RATE_LIMITED", { locale: act.locale, detail: details.crowded[act.locale ?? "en"]() });
}

/** The same, for what can only be done to a Draft that is open. */
export function decideOnOpenDraft<T>(
  deps: DraftDeps,
  act: DraftCommand,
  decide: DraftDecider<FoundOpenDraft, T>,
): Promise<DraftResult<T>> {
  return decideOnDraft(deps, act, async (found) => {
    const { draft } = found;
    return draft.status === "DRAFT" ? decide({ ...found, draft }) : refuseClosed(found);
  });
}

async function findShown(deps: DraftDeps, { tenant, shown, locale }: DraftCommand): Promise<DraftResult<FoundDraft>> {
  const of = "revisionId" in shown ? { revisionId: shown.revisionId } : { draftId: shown.draftId };
  const kept = await findDraft(deps.store, { tenant, of });
  if (kept === undefined) return refuse("NOT_FOUND", { locale, detail: details.noDraft[locale ?? "en"]() });
  const draft = asOf(kept.draft, deps.clock.now());
  return { ok: true, value: { kept, draft, locale: locale ?? draft.plan.language } };
}

/** What is closed says so first: its last revision is of no use either. */
function superseded({ draft, locale }: FoundDraft, shown: ShownRevision): Refusal | undefined {
  const isCurrent =
    "revisionId" in shown
      ? shown.revisionId === draft.revisionId
      : shown.revision === draft.revision && shown.actionHash === wholeHash(draft.actions);
  if (isCurrent) return undefined;
  if (draft.status !== "DRAFT" && draft.status !== "EXPIRED") return refuseClosed({ draft, locale });
  return refuse("DRAFT_SUPERSEDED", { locale, detail: details.superseded[locale](draft.revision) });
}

export function refuseClosed({ draft, locale }: Pick<FoundDraft, "draft" | "locale">): Refusal {
  if (draft.status === "DRAFT" || draft.status === "EXPIRED")
    return refuse("DRAFT_EXPIRED", { locale, detail: details.expired[locale](timestampOf(draft.expiresAt)) });
  const detail = details.closed[locale](draft.status, draft.by.name ?? draft.by.id);
  return refuse("DRAFT_CLOSED", { locale, detail });
}
