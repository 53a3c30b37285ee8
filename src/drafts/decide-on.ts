import { timestampOf } from "../contracts/timestamp.ts";
import type { Language } from "../contracts/actions/plan.ts";
import { wholeHash } from "./action-hash.ts";
import type { Room } from "./draft-parts.ts";
import { findDraft, type Kept } from "./draft-records.ts";
import type { Act, Answer, Shown } from "./drafts.ts";
import { asOf, type OpenDraft, type StoredDraft } from "./stored-draft.ts";
import { details } from "./words/details.ts";
import { refuse, type Refusal } from "./words/refuse.ts";

/** A Draft as the person saw it, and as the store has it. */
export type Found = { kept: Kept; draft: StoredDraft; locale: Language };
export type Open = Found & { draft: OpenDraft };

/** What a decision comes to; undefined when somebody else was faster and it is to be made again. */
export type Decide<F extends Found, T> = (found: F) => Promise<Answer<T> | undefined>;

/** As often as others may be faster before a person is told to come back. */
const mostTries = 100;

/** Decides on the Draft that was shown, as it stands; again from the start whenever somebody else has changed it meanwhile. */
export async function decideOn<T>(room: Room, act: Act, decide: Decide<Found, T>): Promise<Answer<T>> {
  for (let tries = 0; tries < mostTries; tries += 1) {
    const found = await find(room, act);
    if (!found.ok) return found;
    const refusal = superseded(found.value, act.shown);
    const answer = refusal ?? (await decide(found.value));
    if (answer !== undefined) return answer;
  }
  return refuse("RATE_LIMITED", { locale: act.locale, detail: details.crowded[act.locale ?? "en"]() });
}

/** The same, for what can only be done to a Draft that is open. */
export function decideOnOpen<T>(room: Room, act: Act, decide: Decide<Open, T>): Promise<Answer<T>> {
  return decideOn(room, act, async (found) => {
    const { draft } = found;
    return draft.status === "DRAFT" ? decide({ ...found, draft }) : closed(found);
  });
}

async function find(room: Room, { tenant, shown, locale }: Act): Promise<Answer<Found>> {
  const of = "revisionId" in shown ? { revisionId: shown.revisionId } : { draftId: shown.draftId };
  const kept = await findDraft(room.store, { tenant, of });
  if (kept === undefined) return refuse("NOT_FOUND", { locale, detail: details.noDraft[locale ?? "en"]() });
  const draft = asOf(kept.draft, room.clock.now());
  return { ok: true, value: { kept, draft, locale: locale ?? draft.plan.language } };
}

/** What is closed says so first: its last revision is of no use either. */
function superseded({ draft, locale }: Found, shown: Shown): Refusal | undefined {
  const isCurrent =
    "revisionId" in shown
      ? shown.revisionId === draft.revisionId
      : shown.revision === draft.revision && shown.actionHash === wholeHash(draft.actions);
  if (isCurrent) return undefined;
  if (draft.status !== "DRAFT" && draft.status !== "EXPIRED") return closed({ draft, locale });
  return refuse("DRAFT_SUPERSEDED", { locale, detail: details.superseded[locale](draft.revision) });
}

export function closed({ draft, locale }: Pick<Found, "draft" | "locale">): Refusal {
  if (draft.status === "DRAFT" || draft.status === "EXPIRED")
    return refuse("DRAFT_EXPIRED", { locale, detail: details.expired[locale](timestampOf(draft.expiresAt)) });
  const detail = details.closed[locale](draft.status, draft.by.name ?? draft.by.id);
  return refuse("DRAFT_CLOSED", { locale, detail });
}
