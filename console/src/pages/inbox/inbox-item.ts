import type { DraftView } from "../../../../src/contracts/api/drafts.ts";
import type { Escalation } from "../../../../src/contracts/api/run.ts";
import { api } from "../../live/api.ts";

/** An item that needs a decision. */
export type InboxItem =
  | { kind: "draft"; id: string; at: string; view: DraftView }
  | { kind: "escalation"; id: string; at: string; escalation: Escalation };

/** All open items, newest first. */
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
  const drafted = drafts.map((view): InboxItem => ({
    kind: "draft",
    id: view.draft.draft_id,
    at: view.draft.created_at,
    view,
  }));
  return [...asked, ...drafted].toSorted((a, b) => (a.at < b.at ? 1 : -1));
}
