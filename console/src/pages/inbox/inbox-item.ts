import type { DraftView } from "../../../../src/contracts/api/drafts.ts";
import type { Escalation } from "../../../../src/contracts/api/run.ts";
import { api } from "../../live/api.ts";

/** An item that needs a decision. */
export type InboxItem =
  | { kind: "draft"; id: string; at: string; view: DraftView }
  | { kind: "escalation"; id: string; at: string; escalation: Escalation };

/** All open items: Drafts by their expiry, soonest first, then escalations, oldest first. */
export async function readInbox(signal: AbortSignal): Promise<InboxItem[]> {
  const [{ escalations }, { drafts }] = await Promise.all([
    api.listEscalations({ signal }),
    api.listDrafts({ query: { status: "DRAFT", limit: 200 }, signal }),
  ]);
  const asked = escalations.map((escalation): InboxItem => ({
    kind: "escalation",
    id: escalation.escalation_id,
    at: escalation.opened_at,
    escalation,
  }));
  return [...drafts.map(toItem).toSorted(byExpiry), ...asked.toSorted((a, b) => (a.at < b.at ? -1 : 1))];
}

/** Drafts that were applied, discarded or have expired, newest first. */
export async function readHistory(signal: AbortSignal): Promise<InboxItem[]> {
  const { drafts } = await api.listDrafts({ query: { limit: 100 }, signal });
  return drafts.filter(({ draft }) => draft.status !== "DRAFT").map(toItem);
}

function toItem(view: DraftView): InboxItem {
  return { kind: "draft", id: view.draft.draft_id, at: view.draft.created_at, view };
}

function byExpiry(a: InboxItem, b: InboxItem): number {
  return expiryOf(a) < expiryOf(b) ? -1 : 1;
}

function expiryOf(item: InboxItem): string {
  return item.kind === "draft" ? item.view.draft.expires_at : "";
}
