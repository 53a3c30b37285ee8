import type { Job } from "../ports/engine.ts";
import type { DraftRules } from "./gate/rules.ts";
import type { StoredDraft } from "./stored-draft.ts";

/** The engine's queue for reminders and expiry; a job's key is the Draft's id. */
export const draftQueue = "drafts";

/** How often a Draft whose run is under way is looked at, should nobody have told of the run's end. */
const runCheckMs = 15_000;

/** When something is to be done about the Draft by itself; undefined: never again. */
export function dueAt(draft: StoredDraft, { reminderMs }: DraftRules, now: number): number | undefined {
  if (draft.status !== "DRAFT") return undefined;
  if (draft.stage.kind === "applying") return now + runCheckMs;
  return reminderMs > 0 && !draft.isReminded ? draft.expiresAt - reminderMs : draft.expiresAt;
}

export function jobOf(tenant: string, draftId: string, at: number): Job {
  return { queue: draftQueue, key: draftId, tenant, dueAt: at };
}
