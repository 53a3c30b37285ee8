import { compact } from "../plan/compact.ts";
import type { Job } from "../ports/engine.ts";
import type { FollowUp } from "../ports/wait.ts";
import { followUpActor, nextMoment } from "../runs/follow-up.ts";
import type { DraftRules } from "./gate/rules.ts";
import type { OpenDraft, StoredDraft } from "./stored-draft.ts";

/** The engine's queue for reminders and expiry; a job's key is the Draft's id. */
export const draftQueue = "drafts";

/** How often a Draft that is being applied is checked, in case the notification of its run was lost. */
const runCheckMs = 15_000;

/** When the Draft's timer fires next; undefined if never. */
export function dueAt(draft: StoredDraft, rules: DraftRules, now: number): number | undefined {
  if (draft.status !== "DRAFT") return undefined;
  return draft.stage.kind === "applying" ? now + runCheckMs : nextMoment(followUpOf(draft, rules))?.at;
}

/** The moments of an open Draft: a reminder for each revision, one hand-over by itself, and the expiry. */
export function followUpOf(draft: OpenDraft, rules: DraftRules): FollowUp {
  const { expiresAt, isReminded, expiryMs = rules.expiryMs, assignee } = draft;
  const { reminderMs, handOverMs, backup } = rules;
  const isHandedOver = draft.history.some(({ act, by }) => act === "assign" && by.id === followUpActor);
  const mayHandOver = handOverMs !== undefined && backup !== undefined && backup !== assignee && !isHandedOver;
  return compact({
    assignee,
    backup,
    remindAt: reminderMs > 0 && !isReminded ? expiresAt - reminderMs : undefined,
    handOverAt: mayHandOver ? expiresAt - expiryMs + handOverMs : undefined,
    deadlineAt: expiresAt,
  });
}

export function jobOf(tenant: string, draftId: string, at: number): Job {
  return { queue: draftQueue, key: draftId, tenant, dueAt: at };
}
