import type { DraftNotification } from "../drafts/drafts.ts";
import type { Job } from "../ports/engine.ts";

/** The engine's queue for changes of Drafts, for whoever shows them. */
export const notificationQueue = "chat.notifications";

/** Notifications of one kind about a Draft are one job, which shows the state at that time. */
export function notificationJob({ kind, tenant, draftId }: DraftNotification, now: number): Job {
  return { queue: notificationQueue, key: `${kind} ${draftId}`, tenant, dueAt: now };
}

export function notificationOf({ key, tenant }: Pick<Job, "key" | "tenant">): DraftNotification {
  const [kind, draftId = ""] = key.split(" ");
  return { kind: kind === "reminder" || kind === "handed_over" ? kind : "changed", tenant, draftId };
}
