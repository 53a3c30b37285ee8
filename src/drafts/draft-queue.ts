import type { Job } from "../ports/engine.ts";
import type { DraftRules } from "./gate/rules.ts";
import type { StoredDraft } from "./stored-draft.ts";

/** The engine's queue for reminders and expiry; a job's key is the Draft's id. */
export const draftQueue = "drafts";

/** How often a Draft that is being applied is checked, in case the notification of its run was lost. */
const runCheckMs = 15_000;

/** When the Draft's timer fires next; undefined if never. */
export function dueAt(draft: StoredDraft, { reminderMs }: DraftRules, now: number): number | undefined {
  if (draft.status !== "DRAFT") return undefined;
  if (draft.stage.kind === "applying") return now + runCheckMs;
  return reminderMs > 0 && !draft.isReminded ? draft.expiresAt - reminderMs : draft.expiresAt;
}

export function jobOf(tenant: string, draftId: string, at: number): Job {
  return { queue: draftQueue, key: draftId, tenant, dueAt: at };
}
