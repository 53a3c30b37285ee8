import type { DraftNotification } from "../drafts/drafts.ts";
import type { Job } from "../ports/engine.ts";

/** The engine's queue for news of Drafts, for whoever shows them. */
export const newsQueue = "chat.news";

/** News of the same kind about a Draft are one job: what is shown is how it stands then. */
export function newsJob({ kind, tenant, draftId }: DraftNotification, now: number): Job {
  return { queue: newsQueue, key: `${kind} ${draftId}`, tenant, dueAt: now };
}

export function newsOf({ key, tenant }: Pick<Job, "key" | "tenant">): DraftNotification {
  const [kind, draftId = ""] = key.split(" ");
  return { kind: kind === "reminder" ? "reminder" : "changed", tenant, draftId };
}
